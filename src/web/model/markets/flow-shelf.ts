/** The flows that the page keeps: one per outcome, fed while a ladder shows it. */
import type { Fill, Order } from '../../platform/api/wire.ts'
import type { BookShelf } from '../../platform/live/book-shelf.ts'
import type { ListView } from '../../platform/live/list-store.ts'
import type { Live } from '../../platform/live/socket.ts'
import type { Frame } from '../../platform/page/frame.ts'
import type { Readable } from '../../platform/state/store.ts'
import type { Intents } from '../order-entry/intents.ts'
import { mirroredOrders } from '../orders/own-levels.ts'
import { createFlow } from './flow.ts'
import type { Flow, FlowReader } from './flow.ts'

export type FlowShelf = {
  /** The flow of an outcome; the same one for every caller. */
  readonly flow: (outcomeId: string) => FlowReader
  /** Feeds it until the answered function is called. What it has counted is kept. */
  readonly follow: (outcomeId: string) => () => void
}

export type FlowShelfOptions = {
  readonly live: Live
  readonly books: BookShelf
  readonly orders: Readable<ListView<Order>>
  readonly fills: Readable<ListView<Fill>>
  readonly intents: Pick<Intents, 'list'>
  readonly pairs: Readable<ReadonlyMap<string, string>>
  readonly frame: Frame
  readonly now: () => number
}

/** Builds the shelf. */
export function createFlowShelf(options: FlowShelfOptions): FlowShelf {
  const { live, books, orders, fills, intents, pairs } = options
  const flows = new Map<string, Flow>()
  const fed = new Map<string, { count: number; readonly stop: () => void }>()

  function flowOf(outcomeId: string): Flow {
    const known = flows.get(outcomeId)
    if (known !== undefined) return known
    const book = books.book(outcomeId)
    const made: Flow = createFlow(outcomeId, book, options.now(), () => options.frame.mark(made.flush))
    flows.set(outcomeId, made)
    return made
  }

  function feed(outcomeId: string): () => void {
    const flow = flowOf(outcomeId)
    // Orders that came before the book did: nothing could be said about what stands ahead of them.
    let isOwed = false
    // An order of the other outcome waits in the same queue, seen from the other side.
    const seeOrders = () => {
      isOwed = books.book(outcomeId).staleNow() !== null
      const other = pairs.get().get(outcomeId)
      const seen = orders.get().items
      flow.ordersSeen(
        other === undefined ? seen : [...seen, ...mirroredOrders(seen, other, outcomeId)],
        intents.list.get(),
      )
    }
    const seeFills = () => flow.fillsSeen(fills.get().items)
    const seeBook = () => {
      flow.bookSeen()
      if (isOwed) seeOrders()
    }
    seeOrders()
    seeFills()
    const stops = [
      books.book(outcomeId).subscribeTop(seeBook),
      orders.subscribe(seeOrders),
      intents.list.subscribe(seeOrders),
      pairs.subscribe(seeOrders),
      fills.subscribe(seeFills),
      live.watch(`trades:${outcomeId}`, flow.trades),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }

  return {
    flow: flowOf,
    follow(outcomeId) {
      const held = fed.get(outcomeId) ?? { count: 0, stop: feed(outcomeId) }
      held.count += 1
      fed.set(outcomeId, held)
      let isReleased = false
      return () => {
        if (isReleased) return
        isReleased = true
        held.count -= 1
        if (held.count > 0) return
        held.stop()
        fed.delete(outcomeId)
      }
    },
  }
}
