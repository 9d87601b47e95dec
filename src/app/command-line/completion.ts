/** The script with which bash completes the commands and options of `sesame`. It runs nothing of it. */
import type { Command, Option } from 'commander'

/** One place of a command line: what may follow these words. */
type Place = {
  /** Commands so far, with a space between: '' or 'audit verify'. */
  readonly path: string
  readonly commands: readonly Command[]
  readonly options: readonly Option[]
}

function placesOf(command: Command, path: string): readonly Place[] {
  const help = command.createHelp()
  const commands = help.visibleCommands(command)
  const below = commands.flatMap((one) => placesOf(one, path === '' ? one.name() : `${path} ${one.name()}`))
  return [{ path, commands, options: help.visibleOptions(command) }, ...below]
}

/** The words of commands so far become `place`; an option before the word leaves the shell's own file names. */
export function completionScript(program: Command): string {
  const places = placesOf(program, '')
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

/** Options after which something else follows. */
function valued(places: readonly Place[]): readonly string[] {
  return [
    ...new Set(
      places.flatMap(({ options }) => options.flatMap((one) => (one.required ? (one.long ?? []) : []))),
    ),
  ]
}
