/** Scripts with which bash, zsh and fish complete the commands and options of `sesame`. They run nothing of it. */
import type { Command, Option } from 'commander'

export const SHELLS = ['bash', 'zsh', 'fish'] as const

/** One place of a command line: what may follow these words. */
type Place = {
  /** Commands so far, with a space between: '' or 'audit verify'. */
  readonly path: string
  readonly commands: readonly Command[]
  readonly options: readonly Option[]
}

/** The script for this shell; null when there is none. */
export function completionScript(program: Command, name: string): string | null {
  const places = placesOf(program, '')
  switch (name) {
    case 'bash':
      return bash(places)
    case 'zsh':
      return zsh(places)
    case 'fish':
      return fish(places)
    default:
      return null
  }
}

function placesOf(command: Command, path: string): readonly Place[] {
  const help = command.createHelp()
  const commands = help.visibleCommands(command)
  const below = commands.flatMap((one) => placesOf(one, path === '' ? one.name() : `${path} ${one.name()}`))
  return [{ path, commands, options: help.visibleOptions(command) }, ...below]
}

/** The words of commands so far become `place`; an option before the word leaves the shell's own file names. */
function bash(places: readonly Place[]): string {
  const cases = places.map(({ path, commands, options }) => {
    const words = [...commands.map((one) => one.name()), ...options.flatMap(({ long }) => long ?? [])]
    return `    '${path}') words='${words.join(' ')}' ;;`
  })
  const paths = places.flatMap(({ path }) => (path === '' ? [] : `'${path}'`))
  return `# bash: sesame completion bash > ~/.local/share/bash-completion/completions/sesame
_sesame() {
  local place='' words='' next index
  for ((index = 1; index < COMP_CWORD; index++)); do
    next="\${place:+$place }\${COMP_WORDS[index]}"
    case "$next" in ${paths.join(' | ')}) place="$next" ;; esac
  done
  case "$place" in
${cases.join('\n')}
  esac
  case " ${valued(places).join(' ')} " in
    *" \${COMP_WORDS[COMP_CWORD - 1]} "*) words='' ;;
  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}")
}
complete -o default -F _sesame sesame ./sesame`
}

function zsh(places: readonly Place[]): string {
  const cases = places.map(({ path, commands, options }) => {
    const words = [
      ...commands.map((one) => `'${one.name()}:${plain(one.description())}'`),
      ...options.flatMap(({ long, description }) =>
        long === undefined ? [] : `'${long}:${plain(description)}'`,
      ),
    ]
    return `    ('${path}') words=(${words.join(' ')}) ;;`
  })
  const paths = places.flatMap(({ path }) => (path === '' ? [] : `'${path}'`))
  return `#compdef sesame
# zsh: sesame completion zsh > a directory of $fpath, as _sesame
_sesame() {
  local place='' next index
  local -a words_so_far=("\${words[@]}") offered
  for ((index = 2; index < CURRENT; index++)); do
    next="\${place:+$place }\${words_so_far[index]}"
    case "$next" in (${paths.join('|')}) place="$next" ;; esac
  done
  local -a words
  case "$place" in
${cases.join('\n')}
  esac
  case " ${valued(places).join(' ')} " in
    (*" \${words_so_far[CURRENT-1]} "*) _files; return ;;
  esac
  offered=("\${words[@]}")
  _describe sesame offered || _files
}
compdef _sesame sesame ./sesame`
}

function fish(places: readonly Place[]): string {
  const lines = places.flatMap(({ path, commands, options }) => {
    const here = `-n '__sesame_at "${path}"'`
    return [
      ...commands.map(
        (one) => `complete -c sesame ${here} -f -a ${one.name()} -d '${plain(one.description())}'`,
      ),
      ...options.map(
        ({ long, required, description }) =>
          `complete -c sesame ${here} -l ${long?.slice(2) ?? ''}${required ? ' -r' : ''} -d '${plain(description)}'`,
      ),
    ]
  })
  const paths = places.flatMap(({ path }) => (path === '' ? [] : `"${path}"`))
  return `# fish: sesame completion fish > ~/.config/fish/completions/sesame.fish
function __sesame_at
    set -l place ''
    for word in (commandline -opc)[2..-1]
        set -l next (string trim "$place $word")
        if contains -- "$next" ${paths.join(' ')}
            set place "$next"
        end
    end
    test "$place" = "$argv[1]"
end
${lines.join('\n')}`
}

/** Options after which something else follows. */
function valued(places: readonly Place[]): readonly string[] {
  return [
    ...new Set(
      places.flatMap(({ options }) => options.flatMap((one) => (one.required ? (one.long ?? []) : []))),
    ),
  ]
}

/** Without what ends a quotation or parts a name from its description. */
function plain(text: string): string {
  return text.replaceAll("'", '’').replaceAll(':', ' -')
}
