/** The completion scripts. Each walks the words so far to the command that they name, and offers what may follow it. */

import type { Offers, Value } from './offers';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

export const shellScript = (shell: Shell, offers: readonly Offers[]): string => SCRIPTS[shell](offers);

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
const places = (offers: readonly Offers[]): string[] =>
  offers.filter(({ path }) => path !== '').map(({ path }) => quoted(` ${path}`));
const at = (path: string): string => quoted(path === '' ? '' : ` ${path}`);
const isList = (value: Value | undefined): value is readonly string[] => typeof value === 'object';

/** For bash and zsh, which share `case`: a line for each option that takes a value, by how its value is completed. */
function valueCases(offers: readonly Offers[], completed: (value: Value) => string): string {
  const cases = offers.flatMap(({ path, options }) =>
    options.flatMap(({ long, value }) =>
      value === undefined ? [] : `    ${quoted(`${path && ` ${path}`} ${long}`)}) ${completed(value)}; return ;;`,
    ),
  );
  return cases.join('\n');
}

function bash(offers: readonly Offers[]): string {
  const words = (list: readonly string[]): string => `COMPREPLY=($(compgen -W ${quoted(list.join(' '))} -- "$word"))`;
  const completed = (value: Value): string =>
    isList(value) ? words(value) : value === 'any' ? 'COMPREPLY=()' : filesOf(value);
  const filesOf = (value: 'file' | 'folder'): string =>
    `compopt -o filenames; mapfile -t COMPREPLY < <(compgen -${value === 'file' ? 'f' : 'd'} -- "$word")`;
  const offer = ({ path, commands, options, argument }: Offers): string => {
    const known = words([...commands.map(({ name }) => name), ...(isList(argument) ? argument : [])]);
    const free = argument === 'file' || argument === 'folder' ? filesOf(argument) : known;
    return `    ${at(path)}) if [[ $word == -* ]]; then ${words(options.map(({ long }) => long))}; else ${free}; fi ;;`;
  };
  return `# bash completion of leasegate
_leasegate() {
  local word="\${COMP_WORDS[COMP_CWORD]}" place='' i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$place \${COMP_WORDS[i]}" in ${places(offers).join('|')}) place+=" \${COMP_WORDS[i]}" ;; esac
  done
  COMPREPLY=()
  case "$place \${COMP_WORDS[COMP_CWORD - 1]}" in
${valueCases(offers, completed)}
  esac
  case "$place" in
${offers.map(offer).join('\n')}
  esac
}
complete -F _leasegate leasegate
`;
}

function zsh(offers: readonly Offers[]): string {
  const described = (name: string, description: string): string =>
    quoted(`${name}:${description.replaceAll(':', String.raw`\:`)}`);
  const completed = (value: Value): string =>
    isList(value) ? `compadd -- ${value.join(' ')}` : value === 'any' ? ':' : filesOf(value);
  const filesOf = (value: 'file' | 'folder'): string => (value === 'file' ? '_files' : '_files -/');
  const offer = ({ path, commands, options, argument }: Offers): string =>
    [
      `    ${path === '' ? "('')" : `(${at(path)})`}`,
      `      options=(${options.map(({ long, description }) => described(long, description)).join(' ')})`,
      `      commands=(${commands.map(({ name, description }) => described(name, description)).join(' ')})`,
      ...(argument === undefined ? [] : [`      [[ $word == -* ]] || { ${completed(argument)}; return; }`]),
      '      ;;',
    ].join('\n');
  return `#compdef leasegate
# zsh completion of leasegate
_leasegate() {
  local word="\${words[CURRENT]}" place='' one
  local -a options commands
  for one in "\${(@)words[2,CURRENT-1]}"; do
    case "$place $one" in ${places(offers).join('|')}) place+=" $one" ;; esac
  done
  case "$place \${words[CURRENT-1]}" in
${valueCases(offers, completed)}
  esac
  case "$place" in
${offers.map(offer).join('\n')}
  esac
  if [[ $word == -* ]]; then _describe option options; else _describe command commands; fi
}
if [[ "\${funcstack[1]}" == _leasegate ]]; then _leasegate "$@"; else compdef _leasegate leasegate; fi
`;
}

function fish(offers: readonly Offers[]): string {
  const rule = (path: string, rest: string): string =>
    `complete -c leasegate -n ${quoted(`__leasegate_at ${at(path)}`)} ${rest}`;
  const completed = (value: Value | undefined): string => {
    if (value === undefined) return '';
    if (value === 'file') return ' -rF';
    if (value === 'folder') return ` -x -a '(__fish_complete_directories)'`;
    return value === 'any' ? ' -x' : ` -x -a ${quoted(value.join(' '))}`;
  };
  const rules = ({ path, commands, options, argument }: Offers): string[] => [
    ...commands.map(({ name, description }) => rule(path, `-a ${name} -d ${quoted(description)}`)),
    ...(isList(argument) ? [rule(path, `-a ${quoted(argument.join(' '))}`)] : []),
    ...(argument === 'folder' ? [rule(path, `-a '(__fish_complete_directories)'`)] : []),
    ...(argument === 'file' ? [rule(path, '-F')] : []),
    ...options.map(({ long, description, value }) =>
      rule(path, `-l ${long.slice(2)} -d ${quoted(description)}${completed(value)}`),
    ),
  ];
  return `# fish completion of leasegate
function __leasegate_at
  set -l place ''
  for word in (commandline -opc)[2..-1]
    contains -- "$place $word" ${places(offers).join(' ')}; and set place "$place $word"
  end
  test "$place" = "$argv"
end
complete -c leasegate -f
${offers.flatMap(rules).join('\n')}
`;
}

const SCRIPTS: Readonly<Record<Shell, (offers: readonly Offers[]) => string>> = { bash, zsh, fish };
