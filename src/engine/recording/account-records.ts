/**
 * Records of cash, positions and outcomes' results: all of them where a segment begins, then changes, as often as a
 * page is updated.
 */
import type { EventId, OutcomeId } from '#core/ids.ts'
import type { Holding, Holdings } from '#core/position/position.ts'
import type { EventPnl } from '#core/position/resolution-pnl.ts'
import type { Mark } from '#core/recording/records.ts'
import type { Clock } from '#ports/clock.ts'

/** Prices move positions many times a second; what is recorded does not follow them. */
const GATHER_MS = 100

/** Results of each outcome of the events; the version changes with them. */
export type ResolutionSource = {
  readonly version: () => string
  readonly events: () => readonly EventPnl[]
}

export type AccountRecords = ReturnType<typeof createAccountRecords>

/**
 * @param read  null while nothing is known
 * @param tell  takes the record
 */
export function createAccountRecords(parts: {
  readonly clock: Clock
  readonly read: () => Holdings | null
  readonly ifWins: ResolutionSource
  readonly tell: (record: Extract<Mark, { kind: 'account' }>) => void
}) {
  const { clock, read, tell, ifWins } = parts
  const written = new Map<OutcomeId, Holding>()
  /** As text: each change of an order makes all of them new objects. */
  const writtenPnl = new Map<EventId, string>()
  let pnlVersion: string | null = null
  let besides: Omit<Holdings, 'held'> | null = null
  let stopGathering: (() => void) | null = null

  function look(): void {
    const account = read()
    if (account === null) return
    const { held, ...rest } = account
    const isWhole = besides === null
    const ids = new Set(held.map(({ outcomeId }) => outcomeId))
    const gone = [...written.keys()].filter((id) => !ids.has(id))
    for (const id of gone) written.delete(id)
    const fresh = held.filter((holding) => !isSame(holding, written.get(holding.outcomeId)))
    for (const holding of fresh) written.set(holding.outcomeId, holding)
    const pnl = lookAtPnl()
    const changes = fresh.length + gone.length + pnl.ifWins.length + pnl.over.length
    if (besides !== null && changes === 0 && areSame(rest, besides)) return
    besides = rest
    tell({ kind: 'account', at: clock.now(), isWhole, account: { ...rest, held: fresh }, gone, ...pnl })
  }

  function lookAtPnl(): { readonly ifWins: readonly EventPnl[]; readonly over: readonly EventId[] } {
    const version = ifWins.version()
    if (version === pnlVersion) return { ifWins: [], over: [] }
    pnlVersion = version
    const events = ifWins.events().map((pnl) => ({ pnl, text: textOf(pnl) }))
    const known = new Set(events.map(({ pnl }) => pnl.eventId))
    const over = [...writtenPnl.keys()].filter((id) => !known.has(id))
    for (const id of over) writtenPnl.delete(id)
    const fresh = events.filter(({ pnl, text }) => writtenPnl.get(pnl.eventId) !== text)
    for (const { pnl, text } of fresh) writtenPnl.set(pnl.eventId, text)
    return { ifWins: fresh.map(({ pnl }) => pnl), over }
  }

  function stop(): void {
    stopGathering?.()
    stopGathering = null
  }

  return {
    /** Tells all of it. */
    begin(): void {
      stop()
      written.clear()
      writtenPnl.clear()
      pnlVersion = null
      besides = null
      look()
    },
    /** Something may have changed: tells what, soon and once. */
    changed(): void {
      stopGathering ??= clock.after(GATHER_MS, () => {
        stopGathering = null
        look()
      })
    },
    stop,
  }
}

function textOf(pnl: EventPnl): string {
  return JSON.stringify(pnl, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
}

/** Field by field: figures are the same object until they change, and this is asked ten times a second. */
function isSame<Value extends object>(value: Value, other: Value | undefined): boolean {
  if (other === undefined) return false
  return Object.entries(value).every(([key, field]) => Object.is(field, other[key as keyof Value]))
}

function areSame(one: Omit<Holdings, 'held'>, other: Omit<Holdings, 'held'>): boolean {
  return isSame(one.facts, other.facts) && isSame(one.totals, other.totals) && isSame(one.list, other.list)
}
