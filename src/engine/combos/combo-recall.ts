/** Combos in the audit log for a new run: quotes that were accepted, and acceptances without an end. */
import type { ComboEnded } from '#core/combo/combo.ts'
import type { Instant } from '#core/market/market.ts'
import { everyRow, type AuditLog } from '#ports/audit-log.ts'
import { LATE_MS } from './combo-holdings.ts'
import { readAcceptEnd, readSignedCombo, tradedOf, type SignedCombo } from './combo-history.ts'

type RecalledCombos = {
  /** Ids of all quotes whose acceptance was ever signed. */
  readonly accepted: readonly string[]
  readonly open: readonly { readonly signed: SignedCombo; readonly answered: boolean }[]
  /** Filled so lately that a read of what is held may lack them. */
  readonly filled: readonly { readonly signed: SignedCombo; readonly at: Instant }[]
  /** Ends of the last day: a listener that keeps notifications may have missed one. */
  readonly ended: readonly ComboEnded[]
  /** Requests for quotes of the last minute. */
  readonly asked: readonly Instant[]
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** Reads the log once. */
export function recallCombos(
  audit: Pick<AuditLog, 'rows' | 'orderHistory' | 'since' | 'unfinished'>,
  now: Instant,
): RecalledCombos {
  const unfinished = new Set(audit.unfinished())
  const accepted: string[] = []
  const open: RecalledCombos['open'][number][] = []
  const ended: ComboEnded[] = []
  const filled: RecalledCombos['filled'][number][] = []
  for (const row of everyRow(audit, { kind: 'signed' })) {
    if (row.action !== 'combo_accept') continue
    const { quote_id: quoteId } = row.details
    if (typeof quoteId === 'string') accepted.push(quoteId)
    const signed = readSignedCombo(row)
    if (signed === null) continue
    const isOpen = unfinished.has(row.clientOrderId)
    if (!isOpen && row.at < now - DAY_MS) continue
    const end = readAcceptEnd(audit.orderHistory(row.clientOrderId))
    if (isOpen) open.push({ signed, answered: end?.answered ?? false })
    else if (end !== null && end.end !== null && end.left) {
      ended.push(endedOf(signed, { ...end, end: end.end }))
      if (end.end === 'filled' && end.at > now - LATE_MS) filled.push({ signed, at: end.at })
    }
  }
  return {
    accepted,
    open: open.toReversed(),
    filled,
    ended: ended.toReversed(),
    asked: askedSince(audit, now),
  }
}

function endedOf(
  signed: SignedCombo,
  end: NonNullable<ReturnType<typeof readAcceptEnd>> & { readonly end: 'filled' | 'not_filled' },
): ComboEnded {
  return {
    clientOrderId: signed.clientOrderId,
    result: end.end === 'filled' ? 'filled' : 'failed',
    rfqId: signed.quote.rfqId,
    side: signed.side,
    legs: signed.legs,
    ...tradedOf(signed.quote),
    txHash: end.txHash,
    reject: end.rejection,
    at: end.at,
  }
}

/** Requests that passed their checks, and so were sent or may have been. */
function askedSince(audit: Pick<AuditLog, 'since'>, now: Instant): readonly Instant[] {
  return audit
    .since(now - MINUTE_MS)
    .filter(
      ({ kind, action, details }) =>
        action === 'combo_quote' && kind === 'decision' && details['result'] === 'allowed',
    )
    .map(({ at }) => at)
}
