/** The append-only, hash-chained record of every command that can move money (VEN-13). */
import type { Instant } from '#core/market/market.ts'
import type { Result } from '#lib/result.ts'

export type AuditKind = 'intent' | 'decision' | 'signed' | 'response' | 'reconcile'

export type AuditAction =
  | 'place'
  | 'replace'
  | 'exit'
  | 'hedge'
  | 'cancel'
  | 'cancel_market'
  | 'cancel_all'
  | 'correction'
  | 'attached_exit'
  | 'combo_quote'
  | 'combo_accept'
  | 'token_create'
  | 'token_revoke'
  | 'loss_limit'
  /** How many commands of a caller that is refused too often were not judged. */
  | 'commands_refused'

/** JSON value of a row's details: decimal text for money, never a signature or an authentication header. */
export type AuditDetails = { readonly [key: string]: AuditValue }
type AuditValue = string | number | boolean | null | readonly AuditValue[] | AuditDetails

export type AuditEntry = {
  /** Client order id of the order; a cancel carries an id of its own. */
  readonly clientOrderId: string
  readonly kind: AuditKind
  readonly action: AuditAction
  readonly details: AuditDetails
}

export type AuditRow = AuditEntry & {
  /** From 1, without gaps. */
  readonly seq: number
  readonly at: Instant
  readonly previousHash: string
  readonly hash: string
}

export type AuditFault = 'unavailable' | 'duplicate'

export type AuditQuery = {
  readonly clientOrderId?: string
  readonly kind?: AuditKind
  readonly from?: Instant
  readonly to?: Instant
  /** Rows older than this sequence number. */
  readonly before?: number
  readonly limit: number
}

export type AuditVerdict = {
  readonly ok: boolean
  readonly rows: number
  readonly firstBadSeq: number | null
  readonly headHash: string
  /** Problem in words; null when there is none. */
  readonly problem: string | null
  /** Part of a sound log that was not checked, in words; null when nothing was left out. */
  readonly notChecked: string | null
}

export interface AuditLog {
  /**
   * Writes the entries in one synced transaction that extends the hash chain: on return they are on disk.
   * `duplicate` when a (clientOrderId, kind) exists already; nothing is written then.
   */
  append(entries: readonly AuditEntry[]): Result<readonly AuditRow[], AuditFault>
  /** All rows of one order, oldest first. Rows that cannot be read are left out, and the log can no longer be written. */
  orderHistory(clientOrderId: string): readonly AuditRow[]
  /** Newest first. */
  rows(query: AuditQuery): readonly AuditRow[]
  /** Rows from `since` on, oldest first: for counters and recovery at start. */
  since(since: Instant): readonly AuditRow[]
  /** Client order ids with a signed row and neither a final response nor a reconcile row. */
  unfinished(): readonly string[]
  /**
   * Checks every row, with turns for other work in between; who asks while a check runs gets its answer. A log that is
   * broken is writable no more, for good.
   */
  verify(): Promise<AuditVerdict>
  /** True if a check of this run has found it whole: until then nothing may be placed (INV-54). */
  isVerified(): boolean
  /** False after a failed write, until one succeeds; for good after a failed read and once it is found broken. */
  isWritable(): boolean
  /** Why it is not writable and what to do, in words for the trader; null while it is. */
  problem(): string | null
}

const PAGE = 1_000

/** Every row of a query, newest first, read page by page. */
export function* everyRow(
  audit: Pick<AuditLog, 'rows'>,
  query: Omit<AuditQuery, 'limit'>,
): Generator<AuditRow> {
  let { before } = query
  for (;;) {
    const page = audit.rows({ ...query, ...(before === undefined ? {} : { before }), limit: PAGE })
    yield* page
    before = page.at(-1)?.seq
    if (before === undefined || page.length < PAGE) return
  }
}
