import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { mysqlPrograms } from './programs';

const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';

/** An apt-get that knows of one mirror and writes down how it is called. */
const APT_GET = `
case "$*" in
  indextargets*) printf '%s\\n' http://mirror.example/debian-security/ http://mirror.example/debian/; exit ;;
esac
echo "$@" >> "$0.called"
for option in "$@"; do
  case "$option" in
    Dir::Etc::sourcelist=*) cat "\${option#*=}" >> "$0.sources" ;;
    Dir::Cache=*) [ "\${*##* }" != update ] && touch "\${option#*=}/archives/mysql.deb" ;;
  esac
done
true`;

/** A dpkg-deb whose every package is a loader that prints what it is to run. */
const DPKG_DEB = `
libraries=$3/usr/lib/x86_64-linux-gnu
mkdir -p "$libraries"
printf '#!/bin/sh\\necho "$@"\\n' > "$libraries/ld-linux-x86-64.so.2"
chmod +x "$libraries/ld-linux-x86-64.so.2"`;

let root: string;
const said: string[] = [];
const obtain = () => mysqlPrograms(join(root, 'mysql'), [root], (line) => said.push(line));
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'leasegate-programs-'));
  said.length = 0;
  program('apt-get', APT_GET);
  program('dpkg-deb', DPKG_DEB);
});
afterEach(() => rmSync(root, { recursive: true }));

function program(name: string, script: string): void {
  writeFileSync(join(root, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(root, name), 0o755);
}

test('downloads the server once, from this machine’s mirror, with Debian’s signature', async () => {
  const programs = await obtain();
  expect(await obtain()).toBe(programs);
  expect(said).toHaveLength(1);
  const calls = readFileSync(join(root, 'apt-get.called'), 'utf8').trimEnd().split('\n');
  expect(calls.map((call) => call.split(' ').at(-1))).toEqual(['update', 'mysql-server-core']);
  const source = `deb [signed-by=${KEYRING}] http://mirror.example/debian/ sid main\n`;
  expect(readFileSync(join(root, 'apt-get.sources'), 'utf8')).toBe(source.repeat(2));
  expect(readdirSync(join(root, 'mysql', 'installed')).toSorted()).toEqual(['bin', 'root']);
});

test('the program runs with the libraries that came with it', async () => {
  const unpacked = join(root, 'mysql', 'installed', 'root');
  const mysqld = join(await obtain(), 'mysqld');
  expect(execFileSync(mysqld, ['--no-defaults', '--port=1'], { encoding: 'utf8' })).toBe(
    `--library-path ${unpacked}/usr/lib/x86_64-linux-gnu ${unpacked}/usr/sbin/mysqld --no-defaults --port=1 --basedir=${unpacked}/usr\n`,
  );
});

test('a failed download leaves nothing that the next call would take for a server', async () => {
  program('apt-get', APT_GET.replace('true', 'echo "E: not signed"; exit 100'));
  await expect(obtain()).rejects.toThrow(/failed \(100\):\n {2}E: not signed/);
  expect(readdirSync(join(root, 'mysql'))).toEqual(['install.log']);
  program('apt-get', APT_GET);
  await obtain();
});

test('a machine without these programs is told to name a server', async () => {
  const other = mysqlPrograms(join(root, 'mysql'), [], () => undefined);
  await expect(other).rejects.toThrow(/TEST_DATABASE_URL/);
});
