/** The figures of the order ticket. */
import { useEffect, useSyncExternalStore } from 'react'
import { ZERO } from '#core/money.ts'
import type { Price } from '#core/price.ts'
import { useQuery } from '@tanstack/react-query'
import { readOf, SLEEPING } from '../../platform/api/queries.ts'
import { useAccount, useMarketData, usePage, usePrices, useTrading } from '../../contexts/contexts.ts'
import { useSelected, useStore } from '../../platform/state/hooks.ts'
import type { Selection } from '../../data/markets/selection.ts'
import type { Draft } from '../../data/markets/draft.ts'
import { pointPrices } from '../../data/markets/price-steps.ts'
import { err } from '#lib/result.ts'
import { useTemplate } from '../../widgets/bracket-choice.tsx'
import { mostToBuy, mostToSell, checkDraft } from '../../actions/drafts/ticket-draft.ts'
import type { Aim, Bracket } from '../../actions/sale.ts'
import { aimSale, bracketOf, partsOf, PLAIN_ORDER, saleNotional, sharesToSell } from '../../actions/sale.ts'
import { usePreview } from '../../contexts/use-preview.ts'

const BEING_LOADED: Bracket = {
  template: null,
  legsAt: () => err('Exits are loading: press again.'),
}

/** Terms of one outcome's ticket, and its figures by the present book, account and limits. */
export function useTicket({ event, market, outcome }: Selection, draft: Draft) {
  const { books } = useMarketData()
  const { client } = usePage()
  const { positions, account } = useAccount()
  const { attachedExits, draft: draftStore } = useTrading()
  const book = books.book(outcome.id)
  useEffect(() => books.follow(outcome.id), [books, outcome.id])
  const top = useSyncExternalStore(book.subscribeTop, book.top)
  const prices = usePrices()
  const tick = top.tick ?? market.tickSize ?? 100
  const checked = checkDraft(draft, tick, market.minOrderSize)
  const { price, size, problem } = checked
  const risk = useQuery({ ...readOf(client, 'readRiskSettings', {}), ...SLEEPING })
  const limits = risk.data?.limits ?? null
  const { side, timeInForce, postOnly } = draft
  const free = useSelected(positions, (list) => sharesToSell(list, outcome.id).free)
  const sellable = useSelected(positions, (list) => sharesToSell(list, outcome.id).sellable)
  const buysOther = useSelected(usePage().settings, (settings) => settings.buyOtherSide)
  const order = price === null || size === null || size === ZERO ? null : { side, price, size }
  const { other, barred, frees } =
    order === null
      ? PLAIN_ORDER
      : aimSale(
          { ...order, timeInForce, postOnly },
          { market, outcome, bestBid: top.bestBid },
          { free, sellable, buysOther },
        )
  const template = useTemplate(event)
  const { isOn } = useStore(attachedExits.draft)
  const written = useStore(attachedExits.written)
  const bracket = isOn ? (written ?? BEING_LOADED) : bracketOf(template)
  const aim: Aim | null =
    order === null
      ? null
      : { ...order, outcomeId: outcome.id, outcomeName: outcome.name, other, frees, bracket }
  const preview = usePreview(
    aim === null || draft.kind !== 'limit' || problem?.field === 'ends'
      ? null
      : { orders: partsOf(aim), frees, timeInForce, postOnly, ends: checked.ends },
    book,
  )
  const cash = aim === null ? null : saleNotional(aim)
  const held = useSelected(
    positions,
    ({ items }) => items.find((one) => one.outcomeId === outcome.id) ?? null,
  )
  const available = useSelected(account, ({ summary }) => summary?.available ?? null)
  const most =
    draft.side === 'BUY' ? mostToBuy(price, available, limits?.maxOrderNotional ?? null) : mostToSell(held)
  const points = pointPrices(draft.side, top, tick)
  const { join } = points

  // The first look at the book puts the joining price in, so that the ticket never opens empty.
  const isUntouched = draft.priceText === '' && draft.filledIn === 0
  useEffect(() => {
    const old = draftStore.get()
    if (!isUntouched || join === null || old === null) return
    const priceText = prices.price(join, tick)
    draftStore.set({ ...old, priceText, priceFormat: prices.format, filledIn: 1 })
  }, [isUntouched, join, tick, prices, draftStore])
  return {
    book,
    points,
    /** Puts a price into the draft by `change`. */
    putPrice: (next: Price | null, change: (part: Partial<Draft>) => void): void => {
      if (next !== null) change({ priceText: prices.price(next, tick), priceFormat: prices.format })
    },
    top,
    tick,
    prices,
    draft,
    checked,
    limits,
    preview,
    aim,
    bracket,
    barred,
    cash,
    most,
    join,
  } as const
}

export type Ticket = ReturnType<typeof useTicket>
