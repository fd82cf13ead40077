import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { installCommand } from '../../src/local-server/advice';
import { obtainServerProgram } from '../../src/local-server/install';

describe('the one command to run', () => {
  test.each([
    ['Debian', 'ID=debian\n', 'apt-get install -y --no-install-recommends mariadb-server-core mariadb-client-core'],
    ['a relative of Debian', 'ID=pop\nID_LIKE="ubuntu debian"\n', expect.stringContaining('apt-get install')],
    ['Fedora', 'NAME="Fedora Linux"\nID=fedora\n', 'dnf install -y mariadb-server'],
    ['a relative of RHEL', 'ID="rocky"\nID_LIKE="rhel centos fedora"\n', 'dnf install -y mariadb-server'],
    ['Alpine', 'ID=alpine\n', 'apk add mariadb mariadb-client'],
    ['a stranger', 'ID=plan9\n', undefined],
  ])('on %s', (_system, osRelease, command) => {
    expect(installCommand('linux', osRelease, true)).toEqual(command);
  });

  test('on macOS, and for whoever is not root', () => {
    expect(installCommand('darwin', '', false)).toBe('brew install mariadb');
    expect(installCommand('linux', 'ID=fedora\n', false)).toBe('sudo dnf install -y mariadb-server');
  });
});

describe('a machine without a server', () => {
  let folder: string;
  const said: string[] = [];
  const options = (isRoot: boolean) => ({
    folders: [folder, '/usr/bin'].slice(0, isRoot ? 2 : 1),
    folder,
    isRoot,
    say: (line: string) => void said.push(line),
  });
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'leasegate-install-'));
    said.length = 0;
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  function aptGet(script: string): void {
    writeFileSync(join(folder, 'apt-get'), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, 'apt-get'), 0o755);
  }

  test('an ordinary user is told, and nothing is installed', async () => {
    aptGet('touch "$0.called"');
    await expect(obtainServerProgram(options(false))).rejects.toThrow(/no database server program/);
    expect(said).toEqual([]);
    expect(() => readFileSync(join(folder, 'apt-get.called'))).toThrow();
  });

  test('root gets Debian’s packages, the lists being fetched when the first attempt fails', async () => {
    const server = join(folder, 'mysqld');
    aptGet(`echo "$@" >> "$0.called"
case "$1" in
  update) touch "$0.lists" ;;
  install) [ -e "$0.lists" ] || exit 100
    printf '#!/bin/sh\\necho Ver 9.7.4\\n' > ${server}; chmod +x ${server} ;;
esac`);
    expect(await obtainServerProgram(options(true))).toEqual({ kind: 'mysql', version: '9.7', path: server });
    expect(said).toHaveLength(1);
    const install = 'install -y --no-install-recommends mariadb-server-core mariadb-client-core\n';
    expect(readFileSync(join(folder, 'apt-get.called'), 'utf8')).toBe(`${install}update\n${install}`);
  });

  test('a failing installer shows the end of its log', async () => {
    aptGet('echo "E: no network"; exit 100');
    await expect(obtainServerProgram(options(true))).rejects.toThrow(/failed \(100\):\n {2}E: no network/);
  });
});
