/**
 * `sesame token`: makes, lists and ends the tokens of programs (INV-59). The running terminal does it, which alone holds
 * them, after a login with the password; the session ends with the command, and disarms nothing.
 */
import { z } from 'zod'
import { PATHS } from '#contract/paths.ts'
import type { WireOf } from '#contract/codec/codec.ts'
import { schemaOf } from '#contract/codec/schema.ts'
import { session as sessionAnswer } from '#contract/records/session.ts'
import { apiTokens, createdToken } from '#contract/records/tokens.ts'
import type { Scope } from '#contract/token-scopes.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { Clock } from '#ports/clock.ts'
import { EXIT } from '../exit-codes.ts'
import { ask as askPerson, readLines } from '../process/prompt.ts'
import { runningTerminal, type Answer, type Ask } from '../process/running-terminal.ts'
import { systemClock } from '../process/system-clock.ts'
import type { Terminal } from '../process/terminal-io.ts'

export type TokenCommand =
  | { readonly action: 'create'; readonly name: string; readonly scope: Scope; readonly lastsMs: number }
  | { readonly action: 'list' }
  | { readonly action: 'revoke'; readonly name: string }

type Said = { readonly password: string; readonly terminal: Terminal; readonly clock: Pick<Clock, 'now'> }

/** Output of a command; the complaint when the terminal refused. */
type Printed = Result<readonly string[], string>

const NOT_THERE = 'the terminal does not answer: start it first, or say its --port'

const problem = z.object({
  detail: z.string(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).default([]),
})

/**
 * The token alone goes to standard output, once; everything about it to standard error.
 *
 * @param port  of the running terminal, in place of the one of HTTP_ADDR
 */
export async function runToken(
  command: TokenCommand,
  port: number | null,
  terminal: Terminal,
  clock: Pick<Clock, 'now'> = systemClock,
): Promise<number> {
  const ask = runningTerminal(terminal, port)
  if (ask === null) return EXIT.refused
  if ((await ask(PATHS.health)) === null) {
    terminal.fail(NOT_THERE)
    return EXIT.refused
  }
  const password = terminal.input.isTTY
    ? await askPerson(terminal, 'Password: ', { hidden: true })
    : ((await readLines(terminal))[0] ?? '')
  if (password === null) return EXIT.refused
  if (password === '') {
    terminal.fail('no password was given: type it, or pipe it in as the first line')
    return EXIT.refused
  }
  const printed = await inSession(ask, password, (asSession) => {
    return run(command, { password, terminal, clock }, asSession)
  })
  if (printed.ok) for (const line of printed.value) terminal.out(line)
  else terminal.fail(printed.error)
  return printed.ok ? EXIT.ok : EXIT.refused
}

async function inSession(ask: Ask, password: string, use: (ask: Ask) => Promise<Printed>): Promise<Printed> {
  const login = await asked(ask(PATHS.login, { body: { password, brief: true } }))
  if (!login.ok) return login
  const cookie = (login.value.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ')
  const headers = {
    cookie,
    'x-csrf-token': schemaOf(sessionAnswer).parse(JSON.parse(login.value.text)).csrf_token,
  }
  return use((route, options) => ask(route, { ...options, headers }))
}

async function run(command: TokenCommand, { password, terminal, clock }: Said, ask: Ask): Promise<Printed> {
  switch (command.action) {
    case 'create': {
      const { name, scope, lastsMs } = command
      const expiresAt = new Date(clock.now() + lastsMs).toISOString()
      const body = { name, scope, expires_at: expiresAt, password }
      const made = await asked(ask(PATHS.createToken, { body }))
      if (!made.ok) return made
      const { token } = schemaOf(createdToken).parse(JSON.parse(made.value.text))
      terminal.log(`sesame: ${name} may ${scope} until ${expiresAt}. The token is shown this once:\n`)
      return ok([token])
    }
    case 'list': {
      const listed = await readTokens(ask)
      if (!listed.ok) return listed
      return ok(
        table([
          ['NAME', 'SCOPE', 'EXPIRES', 'LAST USED', 'CONNECTIONS'],
          ...listed.value.map((one) => [
            one.name,
            one.scope,
            one.expires_at,
            one.last_used_at ?? 'never',
            String(one.connections),
          ]),
        ]),
      )
    }
    case 'revoke': {
      const listed = await readTokens(ask)
      if (!listed.ok) return listed
      const named = command.name.toLowerCase()
      const found = listed.value.find(({ name }) => name.toLowerCase() === named)
      if (found === undefined)
        return err(`there is no token ${command.name}: \`sesame token list\` names them`)
      const path = PATHS.revokeToken.path.replace('{token_id}', found.id)
      const revoked = await asked(ask({ ...PATHS.revokeToken, path }))
      return revoked.ok ? ok([`${found.name} is revoked, and its connections are closed.`]) : revoked
    }
  }
}

type Listed = WireOf<typeof apiTokens>['items']

async function readTokens(ask: Ask): Promise<Result<Listed, string>> {
  const answer = await asked(ask(PATHS.listTokens))
  return answer.ok ? ok(schemaOf(apiTokens).parse(JSON.parse(answer.value.text)).items) : answer
}

/** An answer that is no problem document; else the words of the problem. */
async function asked(answering: Promise<Answer | null>): Promise<Result<Answer, string>> {
  const answer = await answering
  if (answer === null) return err(NOT_THERE)
  if (answer.status < 300) return ok(answer)
  const { detail, errors } = problem.parse(JSON.parse(answer.text))
  return err(errors.length === 0 ? detail : errors.map((one) => `${one.path} ${one.message}`).join('; '))
}

/** Columns as wide as their widest cell, two spaces apart. */
function table(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
