/** The words of `sesame token`. */
import { Option, type Command } from 'commander'
import { SCOPES, type Scope } from '#contract/token-scopes.ts'
import type { TokenCommand } from '../commands/command-token.ts'
import type { Terminal } from '../process/terminal-io.ts'
import { lifetime } from './option-values.ts'
import { PORT, SETTINGS, type Port, type Tell } from './shared-options.ts'

/** The password is asked for on a screen, or is the first line of a pipe. */
export function addTokens(program: Command, terminal: Terminal, tell: Tell): void {
  const token = program
    .command('token')
    .description('Make, list and revoke the tokens with which programs use the running terminal.')
    .helpCommand(false)
  const run = async (command: TokenCommand, given: Port): Promise<void> =>
    tell(await (await import('../commands/command-token.ts')).runToken(command, given.port ?? null, terminal))
  token
    .command('create')
    .description('Make one with the password, and print it: once, and alone on standard output.')
    .argument('<name>', 'of the program; the audit log names it in each of its commands')
    .addOption(
      new Option('--scope <scope>', 'what it may: read; cancel too; or trade too')
        .choices(SCOPES)
        .makeOptionMandatory(),
    )
    .option('--expires-in <time>', 'how long it lasts: 12h or 90d, 366d at most; 30d if not given', lifetime)
    .option(...PORT)
    .option(...SETTINGS)
    .action((name: string, given: Port & { readonly scope: Scope; readonly expiresIn?: number }) =>
      run({ action: 'create', name, scope: given.scope, lastsMs: given.expiresIn ?? lifetime('30d') }, given),
    )
  token
    .command('list')
    .description('Print those that still last, with what each may do and when it was last used.')
    .option(...PORT)
    .option(...SETTINGS)
    .action((given: Port) => run({ action: 'list' }, given))
  token
    .command('revoke')
    .description('End one at once, with its connections; the mode stays as it is.')
    .argument('<name>', 'of the program')
    .option(...PORT)
    .option(...SETTINGS)
    .action((name: string, given: Port) => run({ action: 'revoke', name }, given))
}
