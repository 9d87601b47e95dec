/** Context of a request beside its input. */
import type { ActiveSession } from '../access/session.ts'

/** One request. */
export type Call = {
  readonly address: string
  /** Null only on public routes. */
  readonly session: ActiveSession | null
  readonly cookieHeader: string | undefined
  /** The If-Match header. */
  readonly ifMatch: string | undefined
  /** Adds a header to a successful answer. */
  header(name: string, value: string | readonly string[]): void
}
