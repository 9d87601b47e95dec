/** Preview: an order's figures and the answer that placing it would get now. It sends nothing and writes nothing. */
import type { OutcomeId } from '#core/ids.ts'
import type { Market } from '#core/market/market.ts'
import { NO_PREVIEW, previewOrder, type OrderPreview, type PreviewUsage } from '#core/order/order-preview.ts'
import { sizedOrder } from '#core/order/order-amounts.ts'
import type { OrderTerms } from '#core/order/order.ts'
import { pause } from '#lib/pause.ts'
import type { Clock } from '#ports/clock.ts'
import type { BookWait } from '../markets/book-wait.ts'
import type { Books } from '../markets/books.ts'
import type { Catalog } from '../markets/catalog.ts'
import type { Holdings } from './exit.ts'
import { refusalOf, type OrderCheck } from '../orders/place/order-check.ts'
import type { OrderUsage } from '../orders/book-of-orders/order-usage.ts'
import type { PreviewedBothSides, PreviewedOrder } from './contract.ts'

/** Figures that come late are of no use to somebody who is typing. */
const WAIT_MS = 1_000
const FIRST_LOOK_MS = 250

/** @param judge  the very check that placing goes through, gates included */
export function createPreview(parts: {
  readonly clock: Clock
  readonly catalog: Pick<Catalog, 'outcome'>
  readonly books: Pick<Books, 'view'>
  readonly bookWait: BookWait
  readonly usage: Pick<
    OrderUsage,
    'marketNotional' | 'marketOutside' | 'held' | 'dailyNotional' | 'openOrders'
  >
  readonly holdings: Pick<Holdings, 'ensure' | 'held'> & {
    /** Begins a read of what is held where one is due; resolves when it is over. */
    readonly glance: (outcomeId: OutcomeId) => Promise<void>
  }
  readonly judge: Pick<OrderCheck, 'check' | 'judgeBothSides' | 'inTheWay'>
}) {
  const { clock, usage, holdings } = parts
  const reading = new Map<string, Promise<void>>()

  /**
   * Reads the balances of a placement first, once for all that wait; goes on without them when the venue takes its
   * time.
   */
  async function awaitHoldings(terms: OrderTerms): Promise<void> {
    const key = `${terms.side} ${terms.outcomeId}`
    const running = reading.get(key) ?? holdings.ensure(terms)
    reading.set(key, running)
    const read = running.then(() => reading.delete(key))
    await Promise.race([read, pause(clock, WAIT_MS)])
  }

  /** A buy needs no shares; what is held is only shown, and only its first read is worth a moment. */
  async function lookAtShares(outcomeId: OutcomeId): Promise<void> {
    const looking = holdings.glance(outcomeId)
    if (holdings.held(outcomeId) === null) await Promise.race([looking, pause(clock, FIRST_LOOK_MS)])
  }

  function usageOf(outcomeId: OutcomeId, market: Market | undefined): PreviewUsage {
    const outcomeIds = market?.outcomes.map(({ id }) => id) ?? []
    return {
      position: holdings.held(outcomeId),
      exposure: usage.marketNotional(outcomeIds),
      exposureOutside: usage.marketOutside(outcomeIds),
      dailyNotional: usage.dailyNotional(),
      openOrders: usage.openOrders(),
    }
  }

  async function read(terms: OrderTerms): Promise<void> {
    const { outcomeId } = terms
    if (parts.catalog.outcome(outcomeId) === null) return
    const looking = terms.side === 'BUY' ? lookAtShares(outcomeId) : Promise.resolve()
    await Promise.all([awaitHoldings(terms), looking, parts.bookWait(outcomeId, 'first')])
  }

  function figuresOf(terms: OrderTerms, change: Partial<PreviewUsage> = {}): OrderPreview {
    const { outcomeId } = terms
    const market = parts.catalog.outcome(outcomeId)?.market
    const book = parts.books.view(outcomeId)
    if (market === undefined || book === null) return NO_PREVIEW
    const now = { ...usageOf(outcomeId, market), ...change }
    return previewOrder(terms, { book, fee: market.fee, holding: usage.held(outcomeId), now })
  }

  /** Answer of placing, and the orders it would cancel first. */
  function judged(terms: OrderTerms): Pick<PreviewedOrder, 'reject' | 'cancelsFirst'> {
    const sized = sizedOrder(terms)
    const sales = parts.judge.inTheWay(sized)
    const reject = refusalOf(parts.judge.check(sized, { old: sales }))
    return { reject, cancelsFirst: sales.flatMap(({ id }) => id ?? []) }
  }

  return {
    preview: async (terms: OrderTerms): Promise<PreviewedOrder> => {
      await read(terms)
      const answer = judged(terms)
      const open = { openOrders: usage.openOrders() - answer.cancelsFirst.length }
      return { ...figuresOf(terms, open), ...answer }
    },
    /** Preview of a sale and of the purchase of the other outcome right after it. */
    previewBothSides: async (sale: OrderTerms, purchase: OrderTerms): Promise<PreviewedBothSides> => {
      await Promise.all([read(sale), read(purchase)])
      const { cancelsFirst } = judged(sale)
      const rejects = parts.judge.judgeBothSides(sizedOrder(sale), sizedOrder(purchase))
      const sold = figuresOf(sale, { openOrders: usage.openOrders() - cancelsFirst.length })
      const { exposure, exposureOutside, openOrders } = sold.after ?? {}
      const bought = figuresOf(purchase, {
        ...(exposure === undefined ? {} : { exposure }),
        ...(exposureOutside === undefined ? {} : { exposureOutside }),
        ...(openOrders === undefined ? {} : { openOrders }),
      })
      return {
        sale: { ...sold, reject: rejects.sale, cancelsFirst },
        purchase: { ...bought, reject: rejects.purchase, cancelsFirst: [] },
      }
    },
  }
}
