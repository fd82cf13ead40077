import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { SERVERS, serverPrograms } from './programs';

const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';

/** A fake apt-get that knows one mirror and records its arguments. */
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

/** A fake dpkg-deb: every package contains the programs, and a loader that prints the program it should run. */
const DPKG_DEB = `
mkdir -p "$3/usr/bin" "$3/usr/sbin"
touch "$3/usr/sbin/mysqld" "$3/usr/sbin/mariadbd" "$3/usr/bin/my_print_defaults" "$3/usr/bin/resolveip"
printf '#!/bin/sh\\necho "$@"; shift 2; "$(dirname "$0")/../sbin/mariadbd" --bootstrap\\n' > "$3/usr/bin/mariadb-install-db"
chmod +x "$3/usr/bin/mariadb-install-db"
libraries=$3/usr/lib/x86_64-linux-gnu
mkdir -p "$libraries"
printf '#!/bin/sh\\necho "$@"\\n' > "$libraries/ld-linux-x86-64.so.2"
chmod +x "$libraries/ld-linux-x86-64.so.2"`;

let root: string;
const said: string[] = [];
const obtain = (name: keyof typeof SERVERS = 'mysql') =>
  serverPrograms(SERVERS[name], join(root, name), [root], (line) => said.push(line));
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

test('downloads the server once, from the mirror of this machine, with Debian’s signature', async () => {
  const programs = await obtain();
  expect(await obtain()).toBe(programs);
  expect(said).toHaveLength(1);
  const calls = readFileSync(join(root, 'apt-get.called'), 'utf8').trimEnd().split('\n');
  expect(calls.map((call) => call.split(' ').at(-1))).toEqual(['update', 'mysql-server-core']);
  const source = `deb [signed-by=${KEYRING}] http://mirror.example/debian/ sid main\n`;
  expect(readFileSync(join(root, 'apt-get.sources'), 'utf8')).toBe(source.repeat(2));
  expect(readdirSync(join(root, 'mysql', 'installed')).toSorted()).toEqual(['bin', 'root']);
});

test('the program runs with the libraries it came with', async () => {
  const unpacked = join(root, 'mysql', 'installed', 'root');
  const mysqld = join(await obtain(), 'mysqld');
  expect(execFileSync(mysqld, ['--no-defaults', '--port=1'], { encoding: 'utf8' })).toBe(
    `--library-path ${unpacked}/usr/lib/x86_64-linux-gnu ${unpacked}/usr/sbin/mysqld.program --no-defaults --port=1 --basedir=${unpacked}/usr\n`,
  );
});

test('the initialiser of MariaDB runs its programs with these libraries, too', async () => {
  const unpacked = join(root, 'mariadb', 'installed', 'root');
  const initialiser = join(await obtain('mariadb'), 'mariadb-install-db');
  expect(execFileSync(initialiser, ['--no-defaults'], { encoding: 'utf8' })).toBe(
    `--no-defaults --basedir=${unpacked}/usr\n` +
      `--library-path ${unpacked}/usr/lib/x86_64-linux-gnu ${unpacked}/usr/sbin/mariadbd.program --bootstrap\n`,
  );
  const source = readFileSync(join(root, 'apt-get.sources'), 'utf8');
  expect(source).toContain(' trixie main');
});

test('a failed download leaves nothing that the next call would mistake for a server', async () => {
  program('apt-get', APT_GET.replace('true', 'echo "E: not signed"; exit 100'));
  await expect(obtain()).rejects.toThrow(/failed \(100\):\n {2}E: not signed/);
  expect(readdirSync(join(root, 'mysql'))).toEqual(['install.log']);
  program('apt-get', APT_GET);
  await obtain();
});

test('a machine without these programs is asked to name a server', async () => {
  const other = serverPrograms(SERVERS.mysql, join(root, 'mysql'), [], () => undefined);
  await expect(other).rejects.toThrow(/TEST_DATABASE_URL/);
});
