import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { installCommand, obtainServerProgram } from '../../tools/local-server/install';

const INSTALL = 'install -y --no-remove --no-upgrade --no-install-recommends';
const JAMMY = 'ID=ubuntu\nID_LIKE=debian\nVERSION_CODENAME=jammy\nUBUNTU_CODENAME=jammy\n';

describe('the command that installs a server', () => {
  test.each([
    ['Debian', 'ID=debian\n', `apt-get ${INSTALL} mariadb-server-core mariadb-client-core`],
    ['a relative of Debian', 'ID=pop\nID_LIKE="ubuntu debian"\n', expect.stringContaining('apt-get install')],
    ['Ubuntu 22.04', JAMMY, `apt-get ${INSTALL} mariadb-server-core-10.6 mariadb-client-core-10.6`],
    ['Fedora', 'NAME="Fedora Linux"\nID=fedora\n', 'dnf install -y mariadb-server'],
    ['a relative of RHEL', 'ID="rocky"\nID_LIKE="rhel centos fedora"\n', 'dnf install -y mariadb-server'],
    ['Alpine', 'ID=alpine\n', 'apk add mariadb mariadb-client'],
    ['a stranger', 'ID=plan9\n', undefined],
  ])('on %s', (_system, osRelease, command) => {
    expect(installCommand('linux', osRelease, true)).toEqual(command);
  });

  test('on macOS, and for users other than root', () => {
    expect(installCommand('darwin', '', false)).toBe('brew install mariadb');
    expect(installCommand('linux', 'ID=fedora\n', false)).toBe('sudo dnf install -y mariadb-server');
  });
});

describe('a machine without a server', () => {
  let folder: string;
  const said: string[] = [];
  const options = (isRoot: boolean, osRelease = 'ID=debian\n') => ({
    folders: [folder],
    folder,
    isRoot,
    osRelease,
    say: (line: string) => void said.push(line),
  });
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'leasegate-install-'));
    said.length = 0;
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  function program(name: string, script: string): void {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, name), 0o755);
  }
  const aptGet = (script: string) => program('apt-get', script);

  test('for an ordinary user, an error names the command, and nothing is installed', async () => {
    aptGet('touch "$0.called"');
    await expect(obtainServerProgram(options(false))).rejects.toThrow(/No database server is installed/);
    expect(said).toEqual([]);
    expect(existsSync(join(folder, 'apt-get.called'))).toBe(false);
  });

  test('root gets Debian’s packages; the package lists are updated when the first attempt fails', async () => {
    const server = join(folder, 'mysqld');
    aptGet(`echo "$@" >> "$0.called"
case "$1" in
  update) touch "$0.lists" ;;
  install) [ -e "$0.lists" ] || exit 100
    printf '#!/bin/sh\\necho Ver 9.7.4\\n' > ${server}; chmod +x ${server} ;;
esac`);
    expect(await obtainServerProgram(options(true))).toEqual({ kind: 'mysql', version: '9.7', path: server });
    expect(said).toHaveLength(1);
    const install = `${INSTALL} mariadb-server-core mariadb-client-core\n`;
    expect(readFileSync(join(folder, 'apt-get.called'), 'utf8')).toBe(`${install}update\n${install}`);
  });

  test('on Ubuntu 22.04 the packages have their version in the name', async () => {
    aptGet('echo "$@" >> "$0.called"; exit 100');
    await expect(obtainServerProgram(options(true, JAMMY))).rejects.toThrow(/failed/);
    expect(readFileSync(join(folder, 'apt-get.called'), 'utf8')).toContain(
      `${INSTALL} mariadb-server-core-10.6 mariadb-client-core-10.6\n`,
    );
  });

  test.each([
    ['mysqld', 'echo "mysqld  Ver 5.7.44 for Linux"'],
    ['mariadbd', 'echo "mariadbd  Ver 10.5.29-MariaDB"'],
    ['mysqld', 'exit 1'],
  ])('nothing is installed beside a server that cannot be used (%s, %s)', async (name, script) => {
    aptGet('touch "$0.called"');
    program(name, script);
    const refusal = obtainServerProgram(options(true));
    await expect(refusal).rejects.toThrow(`${join(folder, name)} is too old or incomplete`);
    await expect(refusal).rejects.toThrow(/Upgrade it, or unpack a newer server/);
    expect(said).toEqual([]);
    expect(existsSync(join(folder, 'apt-get.called'))).toBe(false);
  });

  test('a failing installer shows the end of its log', async () => {
    aptGet('echo "E: no network"; exit 100');
    await expect(obtainServerProgram(options(true))).rejects.toThrow(/failed \(100\):\n {2}E: no network/);
  });
});
