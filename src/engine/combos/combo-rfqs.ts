/** Requests for quotes of the last ten minutes, in memory only, and the time that each quote has left. */
import type { ComboRfq, ComboRfqState, ComboTerms } from '#core/combo/combo.ts'
import type { ClientOrderId } from '#core/ids.ts'
import { ASKING, stepCombo } from '#core/machines/combo.ts'
import type { ComboEffect, ComboEvent, ComboState } from '#core/machines/combo.ts'
import type { Instant } from '#core/market/market.ts'
import type { Rejection } from '#core/reject-codes.ts'
import { runMachine, type Machine } from '#lib/machine.ts'
import type { VenueQuote } from '#ports/venue-combos.ts'
import { comboQuoteOf } from './combo-history.ts'
import { skewOf, type CombosParts } from './combo-parts.ts'

/** One request as the actor keeps it. */
export type RfqEntry = ComboTerms & {
  readonly clientOrderId: ClientOrderId
  readonly askedAt: Instant
  readonly machine: Machine<ComboState, ComboEvent>
  quote: VenueQuote | null
  /** Monotonic end of the quote, by the skew measured when it came; null for one of a previous run. */
  deadline: number | null
  /** Id of the one acceptance that was signed. */
  acceptedBy: ClientOrderId | null
  reject: Rejection | null
  txHash: string | null
  endedAt: Instant | null
}

export type ComboRfqs = ReturnType<typeof createComboRfqs>

const KEPT_MS = 600_000
const FORGET_EVERY_MS = 5_000

export function createComboRfqs(parts: CombosParts) {
  const { clock, bus } = parts
  const entries = new Map<ClientOrderId, RfqEntry>()

  let stopForgetting = (): void => {}

  function forget(): void {
    for (const [id, entry] of entries) {
      if (clock.now() - entry.askedAt < KEPT_MS || !isOver(entry.machine.state())) continue
      entries.delete(id)
      bus.publish('combo_rfq', view(entry))
    }
  }

  /**
   * Milliseconds to the quote's deadline by the venue's clock and by the monotonic one. `least` protects money before
   * the deadline, `most` is sure that it has passed.
   */
  function remaining(entry: RfqEntry): { readonly least: number; readonly most: number } {
    if (entry.quote === null) return { least: 0, most: 0 }
    const wall = entry.quote.expiresAt - (clock.now() + skewOf(parts))
    const monotonic = entry.deadline === null ? wall : entry.deadline - clock.monotonic()
    return { least: Math.min(wall, monotonic), most: Math.max(wall, monotonic) }
  }

  function view(entry: RfqEntry): ComboRfq {
    const left = remaining(entry).least
    const state = stateOf(entry.machine.state(), left)
    return {
      clientOrderId: entry.clientOrderId,
      legs: entry.legs,
      side: entry.side,
      size: entry.size,
      state,
      quote: entry.quote === null ? null : comboQuoteOf(entry.quote, skewOf(parts)),
      remainingMs: state === 'live' ? left : null,
      acceptClientOrderId: entry.acceptedBy,
      reject: entry.reject,
      txHash: entry.txHash,
      askedAt: entry.askedAt,
      endedAt: entry.endedAt,
    }
  }

  return {
    add(entry: RfqEntry): void {
      entries.set(entry.clientOrderId, entry)
      bus.publish('combo_rfq', view(entry))
    },
    byRfqId: (rfqId: string): RfqEntry | null =>
      [...entries.values()].find(({ quote }) => quote?.rfqId === rfqId) ?? null,
    /** Newest first. */
    list: (): readonly ComboRfq[] => [...entries.values()].toReversed().map(view),
    view,
    /** Publishes on the bus, and notes the end of one that has ended. */
    changed(entry: RfqEntry): void {
      if (isOver(entry.machine.state())) entry.endedAt ??= clock.now()
      bus.publish('combo_rfq', view(entry))
    },
    remaining,
    live: (): readonly RfqEntry[] =>
      [...entries.values()].filter(({ machine }) => machine.state().kind === 'live'),
    /** Begins to forget what is over. */
    start(): void {
      stopForgetting()
      stopForgetting = clock.every(FORGET_EVERY_MS, forget)
    },
    stop: (): void => stopForgetting(),
  }
}

function isOver({ kind }: ComboState): boolean {
  return (
    kind !== 'asking' && kind !== 'live' && kind !== 'recording' && kind !== 'sent' && kind !== 'accepting'
  )
}

function stateOf(state: ComboState, remainingMs: number): ComboRfqState {
  switch (state.kind) {
    case 'asking':
      return 'waiting'
    case 'live':
      return remainingMs > 0 ? 'live' : 'expired'
    case 'recording':
    case 'sent':
      return 'accepting'
    case 'accepting':
      return state.inDoubt ? 'unknown' : 'accepting'
    case 'no_quote':
    case 'dismissed':
    case 'expired':
    case 'filled':
    case 'not_filled':
      return state.kind
  }
}

/** A request that is about to be asked; `perform` carries out what its machine asks for. */
export function newRfqEntry(
  terms: ComboTerms,
  clientOrderId: ClientOrderId,
  askedAt: Instant,
  perform: (entry: RfqEntry, effect: ComboEffect) => void,
): RfqEntry {
  const entry: RfqEntry = {
    legs: terms.legs,
    side: terms.side,
    size: terms.size,
    clientOrderId,
    askedAt,
    machine: runMachine({
      initial: ASKING,
      step: stepCombo,
      perform: (effect) => {
        perform(entry, effect)
      },
    }),
    quote: null,
    deadline: null,
    acceptedBy: null,
    reject: null,
    txHash: null,
    endedAt: null,
  }
  return entry
}
