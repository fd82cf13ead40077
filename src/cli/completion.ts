import { Argument, Command } from 'commander';

import { examples } from './terminal';

/** `leasegate completion`: a script with every command of `root`, which does not start the program at each key press. */
export function completionCommand(root: Command): Command {
  return new Command('completion')
    .description('print a script that completes commands and options in a shell')
    .addArgument(new Argument('<shell>', 'shell to print the script for').choices(Object.keys(SCRIPTS)))
    .addHelpText(
      'after',
      examples(
        'source <(leasegate completion bash)',
        'leasegate completion zsh > "${fpath[1]}/_leasegate"',
        'leasegate completion fish > ~/.config/fish/completions/leasegate.fish',
      ),
    )
    .action((shell: keyof typeof SCRIPTS) => {
      process.stdout.write(SCRIPTS[shell](placesOf(root)));
    });
}

type Word = readonly [word: string, description: string];

/** A place on a command line, after the words of a command or after an option that takes a value. */
interface Place {
  /** Each word after a blank: ` member add`, ` import --rejects`. */
  readonly path: string;
  readonly words: readonly Word[];
  readonly paths: 'files' | 'folders' | undefined;
}

function placesOf(command: Command, path = ''): Place[] {
  const help = command.createHelp();
  const options = help.visibleOptions(command).flatMap(({ long, ...option }) => (long ? [{ ...option, long }] : []));
  const [argument] = command.registeredArguments;
  const words: Word[] = [
    ...help.visibleCommands(command).map((child): Word => [child.name(), child.description()]),
    ...choices(argument?.argChoices),
    ...options.map(({ long, description }): Word => [long, description]),
  ];
  return [
    { path, words, paths: pathsOf(argument?.name()) },
    ...options
      .filter(({ required, optional }) => required || optional)
      .map(({ long, flags, argChoices }) => ({
        path: `${path} ${long}`,
        words: choices(argChoices),
        paths: pathsOf(flags),
      })),
    ...command.commands.flatMap((child) => placesOf(child, `${path} ${child.name()}`)),
  ];
}

const choices = (words: readonly string[] = []): Word[] => words.map((word) => [word, '']);

/** @param name of an argument or its option, such as `dir` or `--rejects <file>` */
const pathsOf = (name = ''): Place['paths'] =>
  /\bfile\b/.test(name) ? 'files' : /\bdir\b/.test(name) ? 'folders' : undefined;

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Each script follows the words to the place before the cursor. A word without a place is an argument or an option’s value. */
const SCRIPTS = {
  bash(places: readonly Place[]): string {
    const flags = { files: '-f', folders: '-d' };
    const cases = places.map(({ path, words, paths }) => {
      const offers = quoted(words.map(([word]) => word).join(' '));
      return `    ${quoted(path)}) words=${offers} paths=${paths ? flags[paths] : ''} ;;`;
    });
    return `# bash completion of leasegate
_leasegate() {
  local word="\${COMP_WORDS[COMP_CWORD]}" place='' words='' paths='' hidden='-*' i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$place \${COMP_WORDS[i]}" in
      ${patternOf(places)}) place+=" \${COMP_WORDS[i]}" ;;
      *) place="\${place% --*}" ;;
    esac
  done
  case "$place" in
${cases.join('\n')}
  esac
  if [[ $word == -* ]]; then paths='' hidden=''; fi
  if [[ -n $paths ]]; then
    compopt -o filenames
    mapfile -t COMPREPLY < <(compgen "$paths" -- "$word")
  else
    COMPREPLY=($(compgen -W "$words" -X "$hidden" -- "$word"))
  fi
}
complete -F _leasegate leasegate
`;
  },

  zsh(places: readonly Place[]): string {
    const offered = ([word, description]: Word) => quoted(`${word}:${description.replaceAll(':', String.raw`\:`)}`);
    const cases = places.map(
      ({ path, words, paths = '' }) =>
        `    (${quoted(path)}) offers=(${words.map(offered).join(' ')}) paths=${quoted(paths)} ;;`,
    );
    return `#compdef leasegate
# zsh completion of leasegate
_leasegate() {
  local word="\${words[CURRENT]}" place='' paths='' one
  local -a offers
  for one in "\${(@)words[2,CURRENT-1]}"; do
    case "$place $one" in
      ${patternOf(places)}) place+=" $one" ;;
      *) place="\${place% --*}" ;;
    esac
  done
  case "$place" in
${cases.join('\n')}
  esac
  if [[ $word == -* ]]; then offers=("\${(@M)offers:#-*}") paths=''; else offers=("\${(@)offers:#-*}"); fi
  case $paths in
    files) _files ;;
    folders) _files -/ ;;
    *) _describe offer offers ;;
  esac
}
if [[ "\${funcstack[1]}" == _leasegate ]]; then _leasegate "$@"; else compdef _leasegate leasegate; fi
`;
  },

  fish(places: readonly Place[]): string {
    const commands = { files: '__fish_complete_path "$word"', folders: '__fish_complete_directories "$word"' };
    const offered = ([word, description]: Word) => `printf '%s\\t%s\\n' ${quoted(word)} ${quoted(description)}`;
    const cases = places.map(({ path, words, paths }) =>
      [`case ${quoted(path)}`, ...words.map(offered), ...(paths ? [commands[paths]] : [])].join('\n      '),
    );
    return `# fish completion of leasegate
function __leasegate_offers
  set -l place ''
  for word in (commandline -opc)[2..-1]
    if contains -- "$place $word" ${places.map(({ path }) => quoted(path)).join(' ')}
      set place "$place $word"
    else
      set place (string replace -r ' --.*' '' -- "$place")
    end
  end
  set -l word (commandline -ct)
  set -l hidden '^-'
  if string match -q -- '-*' "$word"
    set hidden '^[^-]'
  end
  switch "$place"
    ${cases.join('\n    ')}
  end | string match -rv -- "$hidden"
end
complete -c leasegate -f -a '(__leasegate_offers)'
`;
  },
};

const patternOf = (places: readonly Place[]): string =>
  places.flatMap(({ path }) => (path === '' ? [] : [quoted(path)])).join('|');
