/** A move as text: the label at the target while it is aimed, and the result once it is answered. */
import type { Move, Intent, MovedTogether } from './intent.ts'
import { subtractMicros } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import type { ReplaceResult } from '../../platform/api/client.ts'
import { showSize } from '../../platform/format/figures.ts'
import { markText } from './exit-marks.ts'
import type { PricedLeg } from './exit-marks.ts'
import type { Prices } from '../settings/prices.ts'
import { rejectMessage } from '../../words/reject-text.ts'

/** The label at the target: `move 100 to 0.58`; `to` is the price as it is shown there. */
export function moveLabel(left: Micros, to: string, leg: PricedLeg | null = null): string {
  return `move ${leg === null ? showSize(left) : markText({ leg, size: left })} to ${to}`
}

/** Why orders of one gesture were not sent, and of how many; empty when all were. Without a count none was. */
export function refusedText({ intents, refusals }: MovedTogether): string {
  const why = [...new Set(refusals)].join('; ')
  if (refusals.length === 0 || intents.length === 0) return why
  return `${refusals.length} of ${refusals.length + intents.length} orders: ${why}`
}

/** The outcome of the moves of one gesture: how many in each state, what went wrong first and with its reasons. */
export function togetherText(moves: readonly Pick<Intent, 'state' | 'text'>[]): string {
  return STATES.flatMap(([state, verb]) => {
    const those = moves.filter((move) => move.state === state)
    if (those.length === 0) return []
    const why = new Set(state === 'unknown' || state === 'rejected' ? those.map(({ text }) => text) : [])
    return `${those.length} ${verb}${why.size === 0 ? '' : `: ${[...why].join(' ')}`}`
  }).join('; ')
}

const STATES = [
  ['unknown', 'unknown'],
  ['rejected', 'refused'],
  ['sending', 'moving\u2026'],
  ['accepted', 'moved'],
] as const satisfies readonly (readonly [Intent['state'], string])[]

/** An answered move as text: how much went over and how much had filled before. Only what is known is said. */
export function movedText(move: Move, result: ReplaceResult, prices: Prices): string {
  const from = prices.price(move.from, move.tick)
  const placed = result.order?.size ?? null
  if (result.result === 'rejected') {
    const why = result.reject === null ? 'Refused.' : rejectMessage(result.reject, prices)
    if (result.cancelled) return `${why} The old order at ${from} is cancelled.`
    return result.reject?.code === 'not_cancellable' ? why : `${why} The order stays at ${from}.`
  }
  if (result.result === 'unknown') {
    return `Unknown: checking with the venue. The old order at ${from} is cancelled.`
  }
  if (placed === null) return 'moved'
  const before = subtractMicros(move.total, placed)
  const filled = before > 0n ? `, ${showSize(before)} had filled at ${from} before` : ''
  return `moved ${showSize(placed)} from ${from}${filled}`
}
