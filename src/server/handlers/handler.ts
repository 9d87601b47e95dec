/** A handler: decoded domain values in, an answer of the contract or a problem out. */
import type { CoreAnswer, Input, Operation } from '#contract/routes.ts'
import type { Engine } from '#engine/engine.ts'
import type { Replays } from '#engine/replay/replays.ts'
import type { Result } from '#lib/result.ts'
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import type { Random } from '#ports/random.ts'
import type { Csrf } from '../access/csrf.ts'
import type { Devices } from '../access/devices.ts'
import type { LoginLink } from '../access/login-link.ts'
import type { CommandCaller } from '../access/command-caller.ts'
import type { Sessions } from '../access/session.ts'
import type { TokenGate } from '../access/bearer.ts'
import type { Tokens } from '../access/tokens.ts'
import type { Problem } from '../http/replies.ts'
import type { Workspace } from '../workspace.ts'
import type { Call } from './call.ts'
import type { PasswordCheck } from './password-check.ts'

/** Services of the handlers. */
export type Services = {
  readonly engine: Engine
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly sessions: Sessions
  readonly csrf: Csrf
  readonly devices: Devices
  readonly checkPassword: PasswordCheck
  /** Null: this terminal has a password of its own, and no link. */
  readonly loginLink: Pick<LoginLink, 'take'> | null
  readonly tokens: Tokens
  readonly admitToken: TokenGate
  readonly caller: CommandCaller
  readonly workspace: Workspace
  readonly replays: Replays
  /** Closes the WebSockets of a session or token that has ended. */
  readonly closeTabs: (ownerId: string) => void
  /** How many WebSockets a session or token has open. */
  readonly countTabs: (ownerId: string) => number
}

type Handler<Name extends Operation> = (
  input: Input<Name>,
  call: Call,
) => Result<CoreAnswer<Name>, Problem> | Promise<Result<CoreAnswer<Name>, Problem>>

export type Handlers = { readonly [Name in Operation]: Handler<Name> }
