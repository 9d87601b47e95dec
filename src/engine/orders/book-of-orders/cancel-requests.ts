/**
 * Remembers what this terminal has asked the venue to cancel, in this run and, from the audit rows, in a previous one:
 * the end of any other resting order was somebody else's doing.
 */
import { parseMarketId, parseOutcomeId } from '#core/ids.ts'
import type { Instant } from '#core/market/market.ts'
import { BoundedSet } from '#lib/bounded-map.ts'
import type { AuditRow } from '#ports/audit-log.ts'
import type { Clock } from '#ports/clock.ts'
import { isInScope, type CancelTarget } from './cancel-barriers.ts'
import type { LedgerEntry } from './ledger-entry.ts'

type CancelIntent = { readonly ids: readonly string[] } | { readonly target: CancelTarget }

type Asked = { readonly target: CancelTarget; until: Instant }

/** A venue that has not answered may work on the cancel for so long. */
const AFTER_MS = 5_000
const MAX_IDS = 20_000
const MAX_SCOPES = 500

/** Builds an empty memory. */
export function createCancelRequests(clock: Clock) {
  const named = new BoundedSet<string>(MAX_IDS)
  const scopes: Asked[] = []

  function name(ids: readonly string[]): void {
    for (const id of ids) named.add(id)
  }

  function addScope(asked: Asked): Asked {
    scopes.push(asked)
    if (scopes.length > MAX_SCOPES) scopes.shift()
    return asked
  }

  return {
    ids: name,
    /** Everything in the scope until the answered function is called and, where the venue has not answered, a little longer. */
    scope(target: CancelTarget): (isAnswered: boolean) => void {
      const asked = addScope({ target, until: Number.POSITIVE_INFINITY })
      return (isAnswered) => {
        asked.until = clock.now() + (isAnswered ? 0 : AFTER_MS)
      }
    },
    covers({ key, order }: Pick<LedgerEntry, 'key' | 'order'>): boolean {
      if (named.has(key) || (order.id !== null && named.has(order.id))) return true
      return scopes.some(({ target, until }) => order.createdAt <= until && isInScope(order, target))
    },
    restore(rows: readonly AuditRow[]): void {
      for (const row of rows) {
        const asked = readCancelIntent(row)
        if (asked === null) continue
        if ('ids' in asked) name(asked.ids)
        else addScope({ target: asked.target, until: row.at + AFTER_MS })
      }
    },
  }
}

/** Meaning of the intent row of a cancel, a replace or a way out; null for any other row. */
export function readCancelIntent({ action, kind, details }: AuditRow): CancelIntent | null {
  if (kind !== 'intent') return null
  if (action === 'cancel') return { ids: texts(details['order_ids']) }
  if (action === 'replace') return { ids: texts([details['order_id']]) }
  if (details['cancels_first'] !== undefined) return { ids: texts(details['cancels_first']) }
  if (action !== 'cancel_market' && action !== 'cancel_all') return null
  const [market, outcome] = [texts([details['marketId']])[0], texts([details['outcomeId']])[0]]
  if (market === undefined && outcome === undefined) return { target: null }
  const [marketId, outcomeId] = [parseMarketId(market ?? ''), parseOutcomeId(outcome ?? '')]
  if (marketId !== null) return { target: { marketId } }
  return outcomeId === null ? null : { target: { outcomeId } }
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}
