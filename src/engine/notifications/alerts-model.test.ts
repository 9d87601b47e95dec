/** Alerts over real books: any path of prices, with lost feeds, kills and pauses, against what hindsight says must fire. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { AlertReading } from '#core/alert/alert-reading.ts'
import type { AlertTarget } from '#core/alert/alert.ts'
import type { AlertId } from '#core/ids.ts'
import { firesByHindsight } from '#core/testing/alert-reference.ts'
import type { LevelChange } from '#ports/venue-feeds.ts'
import { createAlerts } from './alerts.ts'
import { createBus } from '../bus.ts'
import { createMarketModule } from '../assembly/market-module.ts'
import {
  createManualClock,
  createMemoryStore,
  createScriptedFeed,
  createScriptedSports,
  createScriptedVenue,
  marketId,
  outcomeId,
  price,
  sampleEvent,
  settle,
  silentLog,
  whole,
} from '../testing/market-fakes.ts'
import type { ScriptedFeed } from '../testing/market-fakes.ts'
import { createMemoryNotifications, type MemoryNotifications } from '../testing/memory-notifications.ts'

const YES = outcomeId(2)
const TICK = 100
const THRESHOLD = 5_000
/** The other side never moves. */
const OTHER_SIDE = { above: 9_000, below: 1_000 } as const

type Direction = 'above' | 'below'

/** Possible events; a price is the new best of the alert's side, null when it is empty. */
type Happening =
  | { readonly type: 'moves'; readonly to: number | null; readonly isNewFirst: boolean }
  | { readonly type: 'lost' | 'back' | 'pause' | 'resume' | 'killed' }
  | { readonly type: 'passes'; readonly ms: number }

const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      type: fc.constant('moves' as const),
      to: fc.option(
        fc.integer({ min: 47, max: 53 }).map((tick) => tick * TICK),
        { freq: 12 },
      ),
      isNewFirst: fc.boolean(),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constantFrom(
        'lost' as const,
        'back' as const,
        'back' as const,
        'pause' as const,
        'resume' as const,
        'resume' as const,
        'killed' as const,
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('passes' as const), ms: fc.constantFrom(1_000, 70_000) }),
  },
)

/** One run of the terminal: real catalog, books and alerts over a feed that the test speaks for. */
async function startRun(memory: MemoryNotifications, onFired: () => void) {
  const clock = createManualClock()
  const feed = createScriptedFeed()
  const venue = createScriptedVenue()
  const bus = createBus((_, error) => {
    throw error
  })
  venue.listed = [sampleEvent(1)]
  const side = createMarketModule({
    venue,
    marketFeed: feed,
    sportsFeed: createScriptedSports(),
    store: createMemoryStore(),
    clock,
    bus,
    log: silentLog,
  })
  let count = 0
  const alerts = createAlerts({
    clock,
    bus,
    random: {
      bytes: (length) => new Uint8Array(length),
      uuidV7: () => `01890a5d-ac96-774b-bcce-${(count += 1).toString(16).padStart(12, '0')}`,
    },
    log: silentLog,
    store: memory.alerts,
    catalog: side.catalog,
    books: side.books,
    games: side.games,
    record(drafts, changed) {
      memory.notifications.add([], changed)
      for (const _ of drafts) onFired()
      return true
    },
  })
  await side.start()
  alerts.start()
  await settle()
  return { clock, feed, venue, side, alerts }
}

/** Plays it; answers at which happenings the alert fired, and all that could be believed, each with its happening. */
async function play(happenings: readonly Happening[], direction: Direction, repeat: boolean) {
  const memory = createMemoryNotifications()
  const fired: number[] = []
  const events: (AlertReading | 'pause' | 'resume' | 'restart')[] = []
  const owners: number[] = []
  let now = -1
  let run = await startRun(memory, () => fired.push(now))
  let best: number | null = 4_700
  let isConnected = true
  /** The feed that has been given a full book since its connection was made, or since it was requested again. */
  let served: ScriptedFeed | null = null

  const note = (event: (typeof events)[number]) => {
    events.push(event)
    owners.push(now)
  }
  const levels = () => {
    const mine = best === null ? [] : ([[price(best), whole(10)]] as const)
    const other = [[price(OTHER_SIDE[direction]), whole(10)]] as const
    return direction === 'above' ? { bids: mine, asks: other } : { bids: other, asks: mine }
  }
  /** A venue sends a full book to whoever begins to follow, and to whoever asks. */
  const serve = async () => {
    const { feed, venue } = run
    venue.books.set(YES, {
      outcomeId: YES,
      marketId: marketId(1),
      ...levels(),
    })
    if (!feed.followed.includes(YES)) served = null
    const isAsked = feed.resyncs.splice(0).length > 0
    if (!isConnected || !feed.followed.includes(YES) || (served === feed && !isAsked)) return
    served = feed
    feed.send({
      type: 'snapshot',
      outcomeId: YES,
      marketId: marketId(1),
      ...levels(),
      tickSize: TICK,
      lastTradePrice: null,
      hash: 'h',
      venueTime: 1,
    })
    await settle()
  }
  const change = (at: number, size: number): LevelChange => ({
    outcomeId: YES,
    side: direction === 'above' ? 'BUY' : 'SELL',
    price: price(at),
    size: whole(size),
    hash: 'c',
    bestBid: undefined,
    bestAsk: undefined,
  })
  const move = (to: number | null, isNewFirst: boolean) => {
    if (to === best) return
    const changes = [...(best === null ? [] : [change(best, 0)]), ...(to === null ? [] : [change(to, 10)])]
    best = to
    if (!isConnected || served !== run.feed) return
    run.feed.send({ type: 'changes', venueTime: 2, changes: isNewFirst ? changes.toReversed() : changes })
  }
  const target: AlertTarget = { kind: 'price', outcomeId: YES, direction, threshold: THRESHOLD }
  const created = run.alerts.create(target, repeat, '')
  assert.ok(created.ok)
  const id: AlertId = created.value.alert.id

  for (const [index, one] of [{ type: 'back' } as const, ...happenings].entries()) {
    now = index
    switch (one.type) {
      case 'moves':
        move(one.to, one.isNewFirst)
        break
      case 'lost':
        isConnected = false
        served = null
        run.feed.state = 'down'
        run.feed.send({ type: 'lost', outcomeIds: [YES], reason: 'feed_down' })
        break
      case 'back':
        isConnected = true
        run.feed.state = 'live'
        break
      case 'pause':
        run.alerts.change(id, { state: 'paused' })
        note('pause')
        break
      case 'resume':
        run.alerts.change(id, { state: 'active' })
        note('resume')
        break
      case 'killed':
        run = await startRun(memory, () => fired.push(now))
        run.feed.state = isConnected ? 'live' : 'down'
        note('restart')
        break
      case 'passes':
        await run.clock.advance(one.ms)
        break
    }
    await settle()
    await serve()
    if (!isConnected) continue
    const empty = direction === 'above' ? 0 : 10_000
    note({ type: 'value', value: best ?? empty, tick: TICK })
  }
  const expected = firesByHindsight(events, { repeat, direction, threshold: THRESHOLD, tick: TICK })
  return { fired, expected: expected.map((event) => owners[event]) }
}

test('INV-27 over real books an alert fires as hindsight says: no crossing missed, none twice, none while blocked', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(happening, { maxLength: 40 }),
      fc.constantFrom<Direction>('above', 'below'),
      fc.boolean(),
      async (happenings, direction, repeat) => {
        const { fired, expected } = await play(happenings, direction, repeat)
        assert.deepEqual(fired, expected)
      },
    ),
    { numRuns: 150 },
  )
})
