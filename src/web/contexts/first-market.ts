/**
 * Market of a page that is opened without one in its address: the last selected in this browser, or on a first visit
 * the most traded one, so that a newcomer sees a live book at once.
 */
import { largestFirst } from '#core/money.ts'
import type { Client, Event, Market } from '../platform/api/client.ts'
import { eventAddress } from '../platform/page/route.ts'
import type { Router } from '../platform/page/route.ts'
import type { Readable } from '../platform/state/store.ts'
import { findSelection } from '../data/markets/selection.ts'
import type { Selection } from '../data/markets/selection.ts'
import type { FollowedMarket } from '../layouts/followed.ts'

type Needs = {
  readonly client: Pick<Client, 'call'>
  readonly router: Pick<Router, 'get' | 'go'>
  readonly selection: Readable<Selection | null>
  readonly followed: Pick<FollowedMarket, 'remember'>
  readonly after: (ms: number, task: () => void) => () => void
}

const AGAIN_MS = 1_000
/** A terminal that has just been started is still reading its catalog. */
const MAX_TURNS = 30
const EVENTS = 10
/** Steps of 0.0001. */
const [MIN_PRICE, MAX_PRICE] = [1_000, 9_000]

/** Builds what opens the first market, never over anything chosen meanwhile. */
export function createFirstMarket(needs: Needs) {
  const { client, router, selection, followed, after } = needs
  let isOver = false

  function isOpen(): boolean {
    const route = router.get()
    return selection.get() === null && route.page === 'trade' && route.slug === null
  }

  function show(found: Selection, isStep: boolean): void {
    if (isOpen()) router.go(eventAddress(found.event.slug, found.outcome.id), !isStep)
  }

  async function askMostTraded(isStep: boolean, turn: number): Promise<void> {
    if (!isOpen()) return
    const answer = await client.call('search', { query: { q: '', sort: 'volume', limit: EVENTS } })
    const found = answer.ok ? mostTraded(answer.value.items) : null
    if (found !== null) show(found, isStep)
    else if (turn < MAX_TURNS) after(AGAIN_MS, () => void askMostTraded(isStep, turn + 1))
  }

  function open(isStep: boolean): void {
    if (!isOpen()) return
    if (!followed.remember((found) => show(found, isStep))) void askMostTraded(isStep, 1)
  }

  return {
    /** Once per page load, without a history entry: Back leaves the page. */
    openOnce: (): void => {
      if (isOver) return
      isOver = true
      open(false)
    },
    /** Asked for from the bare address, as often as it is: Back comes back to that. */
    open: () => open(true),
  }
}

/**
 * The market with the largest volume that takes orders, of the first event that has one; if it can be one whose first
 * outcome is neither nearly certain nor nearly impossible, since its book has two sides to look at.
 */
export function mostTraded(found: readonly Event[]): Selection | null {
  const open = found.flatMap((event) =>
    event.markets
      .filter((market) => market.acceptingOrders && market.status === 'open')
      .toSorted((one, other) => largestFirst(one.volume, other.volume))
      .map((market) => ({ event, market, id: market.outcomes[0]?.id ?? '' })),
  )
  const best = open.find(({ market }) => isOpenQuestion(market)) ?? open[0]
  return best === undefined ? null : findSelection(best.event, best.id)
}

function isOpenQuestion({ outcomes: [first] }: Market): boolean {
  const bid = first?.bestBid ?? null
  const ask = first?.bestAsk ?? null
  return bid !== null && ask !== null && bid >= MIN_PRICE && ask <= MAX_PRICE
}
