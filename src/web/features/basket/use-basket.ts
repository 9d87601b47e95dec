/** A basket as the books have it now, its press, and what of it has filled. */
import { useEffect, useState } from 'react'
import { ZERO, addMicros } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import { basketOf, completionOf, MOST_LEGS } from '#core/order/basket.ts'
import type { BasketLeg, BasketSizing, BasketSource, BasketType } from '#core/order/basket.ts'
import { isOpen } from '#core/order/order.ts'
import type { Aim } from '../../actions/sale.ts'
import { isOnItsWay, refused } from '../../actions/send.ts'
import { useAccount, useMarketData, useTrading } from '../../contexts/contexts.ts'
import { followAll, useTopValues } from '../../contexts/use-tops.ts'
import type { Intent, Sent } from '../../data/account/intent.ts'
import { basketMarkets } from '../../data/markets/basket-choice.ts'
import { marketTitle } from '../../data/markets/selection.ts'
import type { Event, Market } from '../../platform/api/client.ts'
import type { BookTop } from '../../platform/live/book-store.ts'
import { useStore } from '../../platform/state/hooks.ts'
import { isExclusive } from '../../words/event-text.ts'

/** A source with the outcome that is bought. */
export type Source = BasketSource & {
  readonly outcomeId: string
  readonly name: string
  readonly stale: BookTop['stale']
}

/** A leg that was sent, and the orders that were sent for it. */
export type SentLeg = {
  readonly planned: BasketLeg<Source>
  readonly ids: readonly string[]
  /** The order that closes it; null before. */
  readonly closing: string | null
}

export type LegState = SentLeg & {
  readonly source: Source
  readonly filled: Micros
  /** An order of it is on its way, unknown or open. */
  readonly isBusy: boolean
  readonly last: Intent | null
  /** Sold again, or about to be: a second time would sell what was held before. */
  readonly isClosed: boolean
}

const REST_MS = 250
const wholeTop = (top: BookTop): BookTop => top

/** Sources by the chosen markets: their first outcomes, or the second ones of all others. */
export function useSources(event: Event, chosen: readonly string[], isNo: boolean): readonly Source[] {
  const { books } = useMarketData()
  const markets = basketMarkets(event).filter((market) => chosen.includes(market.id) !== isNo)
  const ids = markets.map((market) => market.outcomes[isNo ? 1 : 0]?.id ?? '')
  const key = ids.join(' ')
  useEffect(() => followAll(books, key), [books, key])
  const tops = useTopValues(key, wholeTop, REST_MS)
  return markets.map((market, at) => {
    const outcomeId = ids[at] ?? ''
    const top = tops[at]
    const isCurrent = top !== undefined && top.ready && top.stale === null
    return {
      member: market.id,
      isNo,
      outcomeId,
      name: `${isNo ? 'No ' : ''}${marketTitle(event, market)}`,
      stale: top?.stale ?? null,
      asks: isCurrent ? books.book(outcomeId).levels('SELL') : null,
      fee: market.fees?.known === false ? 'unknown' : market.fees,
      minimum: top?.minOrderSize ?? market.minOrderSize,
    }
  })
}

/** The basket of these sources. */
export function makeBasket(event: Event, sources: readonly Source[], sizing: BasketSizing, type: BasketType) {
  const open = event.markets.filter((market) => market.status === 'open')
  const hasLost = ({ status, outcomes, winningOutcomeId: winner }: Market): boolean =>
    status === 'resolved' && winner !== null && winner === outcomes[1]?.id
  const isComplete =
    event.unlistedMayWin !== true &&
    event.markets.every((market) => market.status === 'open' || hasLost(market))
  const members = open.map((market) => market.id)
  return basketOf(sources, { members, isExclusive: isExclusive(event), isComplete }, sizing, type)
}

/** Sending of legs, and what became of them. */
export function useSentLegs(sources: readonly Source[]) {
  const { clicks, exits, intents } = useTrading()
  const { positions } = useAccount()
  const list = useStore(intents.list)
  const { items: held } = useStore(positions)
  const [legs, setLegs] = useState<readonly SentLeg[]>([])

  const states = legs.map((leg): LegState => {
    const { source: planned } = leg.planned
    const source = sources.find(({ outcomeId }) => outcomeId === planned.outcomeId) ?? {
      ...planned,
      asks: null,
    }
    const all = leg.ids.flatMap((id) => list.find((one) => one.clientOrderId === id) ?? [])
    const isOnWay = (one: Intent) => isOnItsWay(one) || (one.order !== null && isOpen(one.order.status))
    return {
      ...leg,
      source,
      filled: addMicros(ZERO, ...all.map(({ order }) => order?.filledSize ?? ZERO)),
      // A press that the page has forgotten is not bought again.
      isBusy: all.length < leg.ids.length || all.some(isOnWay),
      last: all.at(-1) ?? null,
      isClosed:
        leg.closing !== null &&
        list.find(({ clientOrderId }) => clientOrderId === leg.closing)?.state !== 'rejected',
    }
  })

  /** Sends as many as one command takes, the first ones; all of them are followed from then on. */
  function send(wanted: readonly BasketLeg<Source>[], type: BasketType, isMore: boolean): Sent {
    const now = wanted.slice(0, MOST_LEGS)
    const sent = clicks.pressTogether(now.map(aimOf), {
      timeInForce: type,
      postOnly: false,
      expiresAt: null,
    })
    if (sent.refusals.length > 0) return sent
    const idOf = ({ source }: BasketLeg<Source>): readonly string[] =>
      sent.intents.filter((one) => one.outcomeId === source.outcomeId).map((one) => one.clientOrderId)
    setLegs((old) =>
      isMore
        ? old.map((leg) => {
            const more = now.find(({ source }) => source.outcomeId === leg.planned.source.outcomeId)
            return more === undefined ? leg : { ...leg, ids: [...leg.ids, ...idOf(more)] }
          })
        : wanted.map((planned) => ({
            planned,
            ids: now.includes(planned) ? idOf(planned) : [],
            closing: null,
          })),
    )
    return sent
  }

  return {
    states,
    send,
    /** Orders for what is missing, at the books of now. */
    completion: () =>
      completionOf(
        states.flatMap(({ source, isClosed, ...leg }) => (isClosed ? [] : { ...leg, now: source })),
      ),
    /** Sells what has filled, each leg once, by the way out of its position; answers why one was not. */
    close(): readonly string[] {
      const closed = states.map(({ source, filled, isClosed }): Sent => {
        if (filled <= ZERO || isClosed) return { intents: [], refusals: [] }
        const position = held.find((one) => one.outcomeId === source.outcomeId && one.status === 'open')
        if (position === undefined) return refused(`${source.name}: its position is not listed yet`)
        const sent = exits.release(exits.press(position, 'walk', filled < position.size ? filled : null))
        return { ...sent, refusals: sent.refusals.map((why) => `${source.name}: ${why}`) }
      })
      setLegs((old) =>
        old.map((leg, at) => ({ ...leg, closing: closed[at]?.intents[0]?.clientOrderId ?? leg.closing })),
      )
      return closed.flatMap(({ refusals }) => refusals)
    },
  }
}

function aimOf({ source: { outcomeId, name }, price, size }: BasketLeg<Source>): Aim {
  return { outcomeId, outcomeName: name, side: 'BUY', price, size, other: null }
}
