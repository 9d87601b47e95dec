import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseExitId } from '#core/ids.ts'
import { newExit, type AttachedExit } from '#core/order/attached-exit.ts'
import { restoreBook } from '#core/recording/book-state.ts'
import type { Holdings } from '#core/position/position.ts'
import type { EventPnl } from '#core/position/resolution-pnl.ts'
import type { RecordedRow, RecordingRecord } from '#core/recording/records.ts'
import type { RecordingMode, TradingState } from '#core/trading-state.ts'
import type { RecordingFault, RecordingStore } from '#ports/recording.ts'
import { BOTH, ID, known, shares, YES } from '#core/testing/exit-samples.ts'
import { createMarketModule } from '../assembly/market-module.ts'
import { createBus } from '../bus.ts'
import {
  createManualClock,
  createMemoryStore,
  createScriptedFeed,
  createScriptedSports,
  createScriptedVenue,
  gameId,
  marketId,
  outcomeId,
  price,
  sampleEvent,
  settle,
  silentLog,
  whole,
} from '../testing/market-fakes.ts'
import { sampleHolding, sampleHoldings } from '../testing/holdings.ts'
import { createRecorder } from './recorder.ts'

const OTHER = known(parseExitId(ID.replace(/f$/, 'e')))

const SAFE: TradingState = {
  mode: 'SAFE',
  canTrade: false,
  reasons: [],
  armedAt: null,
  idleDisarmAt: null,
  idleTimeoutMs: 1,
  safeAfter: { orders_unread: null, market_feed_down: null, order_unknown: null },
  combosCanTrade: false,
  combosReasons: [],
  venue: { mode: 'normal', until: null, retryAfterMs: null, limitWarning: null },
}

async function setUp(mode: RecordingMode, areGames = false) {
  const clock = createManualClock()
  const venue = createScriptedVenue()
  const feed = createScriptedFeed()
  const bus = createBus((_, error) => {
    throw error
  })
  const sports = createScriptedSports()
  venue.listed = [1, 2, 3].map((number) => sampleEvent(number, { gameId: areGames ? gameId(number) : null }))
  const market = createMarketModule({
    venue,
    marketFeed: feed,
    sportsFeed: sports,
    store: createMemoryStore(),
    clock,
    bus,
    log: silentLog,
  })
  await market.start()
  const segments: RecordingRecord[][] = []
  const disk: { fault: RecordingFault | null; isOpen: boolean } = { fault: null, isOpen: false }
  const store: RecordingStore = {
    begin() {
      disk.isOpen = disk.fault === null
      if (disk.isOpen) segments.push([])
    },
    add: (record) => void (disk.isOpen && segments.at(-1)?.push(record)),
    end() {
      disk.isOpen = false
    },
    state: () => ({ ...disk, bytes: 0, segmentBytes: 0, since: null }),
    close: async () => {},
  }
  const recorder = createRecorder({ store, mode, version: '1', paper: false, clock, bus })
  const kinds = (): readonly string[] => (segments.at(-1) ?? []).map(({ kind }) => kind)
  const account: { now: Holdings | null } = { now: null }
  const pnl: { version: string; events: readonly EventPnl[] } = { version: '', events: [] }
  const exits: { readonly exit: AttachedExit }[] = []
  const start = (): void =>
    recorder.start({
      ...market,
      exits: { list: () => exits, get: (id) => exits.find(({ exit }) => exit.id === id) ?? null },
      trading: () => SAFE,
      account: () => account.now,
      ifWins: { version: () => pnl.version, events: () => pnl.events },
    })
  return { ...market, clock, feed, bus, recorder, segments, disk, kinds, start, account, exits, pnl, sports }
}

describe('a recording', () => {
  test('begins with what is followed, in turns, and then has what changes', async () => {
    const { clock, feed, recorder, kinds, segments, books, bus, start } = await setUp('on')
    const ids = [2, 3, 4].map((number) => outcomeId(number))
    for (const id of ids) books.hold(id)
    recorder.tap.carried(1, ids, [])
    start()
    assert.deepEqual(kinds().slice(0, 3), ['begin', 'carried', 'trading'])
    assert.deepEqual(kinds().slice(3), ['market', 'book', 'book', 'market', 'book', 'complete'])
    recorder.tap.frame('market', 1, new Uint8Array([1]))
    recorder.tap.lost(ids, 'gap')
    recorder.rows([{ at: 5 } as RecordedRow])
    bus.publish('trading', SAFE)
    books.hold(outcomeId(5))
    assert.deepEqual(kinds().slice(9), ['frame', 'lost', 'row', 'trading', 'book'])
    await clock.advance(300_000)
    assert.equal(segments.length, 2)
    // The ones of the market that follow on the connection are published again.
    assert.deepEqual(kinds().slice(0, 3), ['begin', 'carried', 'trading'])
    assert.equal(feed.followed.length, 4)
    await recorder.stop()
  })

  test('has the exits in force where it begins, and each change of one', async () => {
    const { recorder, kinds, segments, exits, bus, start } = await setUp('on')
    const exit = newExit(ID, YES, { size: shares(10) }, BOTH, 100, 5)
    exits.push({ exit }, { exit: { ...exit, id: OTHER, end: { how: 'removed', at: 6 } } })
    start()
    const recorded = () =>
      (segments.at(-1) ?? []).flatMap((record) =>
        record.kind === 'exit' ? [[record.exit.id, record.exit.end?.how]] : [],
      )
    assert.deepEqual(recorded(), [[ID, undefined]])
    exits[0] = { exit: { ...exit, end: { how: 'removed', at: 7 } } }
    bus.publish('attached_exit', { exitId: ID })
    assert.deepEqual(recorded(), [
      [ID, undefined],
      [ID, 'removed'],
    ])
    assert.equal(kinds().at(-1), 'exit')
    await recorder.stop()
  })

  test('has a game as soon as its feed reports it, and each change of it', async () => {
    const { clock, recorder, segments, books, sports, start } = await setUp('on', true)
    books.hold(outcomeId(2))
    await settle()
    start()
    const scores = () =>
      (segments.at(-1) ?? []).flatMap((record) => (record.kind === 'game' ? [record.game.rawScore] : []))
    // From the catalog, before anything was reported.
    assert.deepEqual(scores(), [null])
    for (const score of ['0-0', '0-1'])
      sports.send({
        gameId: gameId(1),
        league: 'epl',
        homeTeam: 'ARS',
        awayTeam: 'LEE',
        status: 'InProgress',
        score,
        period: '1H',
        elapsed: '05:12',
        live: true,
        ended: false,
        finishedAt: null,
      })
    await settle()
    assert.deepEqual(scores(), [null, '0-0', '0-1'])
    await clock.advance(300_000)
    assert.deepEqual(scores(), ['0-1'])
    await recorder.stop()
  })

  test('has the state of a book that a read, a doubt or the clock has changed', async () => {
    const { clock, feed, recorder, segments, books, start } = await setUp('on')
    const id = outcomeId(2)
    books.hold(id)
    await settle()
    start()
    const crossed = { bids: [[price(4_200), whole(1)]], asks: [[price(4_100), whole(1)]] } as const
    feed.send({
      type: 'snapshot',
      outcomeId: id,
      marketId: marketId(1),
      ...crossed,
      tickSize: 100,
      lastTradePrice: null,
      hash: 'h',
      venueTime: 1,
    })
    await clock.advance(3_000)
    const last = (segments[0] ?? []).findLast((record) => record.kind === 'book')
    assert.equal(last?.book.staleReason, 'crossed')
    assert.equal(last?.book.phase, 'resyncing')
    assert.deepEqual(last && restoreBook(last.book).version, books.record(id)?.version)
    await recorder.stop()
  })

  test('INV-74 has cash and holdings whole where it begins, and then what has changed of them, gathered', async () => {
    const { clock, recorder, segments, bus, account, start } = await setUp('on')
    const one = sampleHolding(outcomeId(2), 5)
    account.now = { ...sampleHoldings(100), held: [one, sampleHolding(outcomeId(3), 1)] }
    start()
    const written = () =>
      (segments.at(-1) ?? []).flatMap((record) =>
        record.kind === 'account'
          ? [[record.isWhole, record.account.facts.cash, record.account.held.length, record.gone.length]]
          : [],
      )
    assert.deepEqual(written(), [[true, whole(100), 2, 0]])
    // Prices alone.
    for (let count = 0; count < 5; count += 1) bus.publish('position', { outcomeId: outcomeId(2) })
    await clock.advance(1_000)
    assert.equal(written().length, 1)
    account.now = { ...sampleHoldings(90), held: [one] }
    bus.publish('position', { outcomeId: null })
    bus.publish('position', { outcomeId: outcomeId(3) })
    await clock.advance(1_000)
    assert.deepEqual(written().slice(1), [[false, whole(90), 0, 1]])
    await clock.advance(300_000)
    assert.deepEqual(written(), [[true, whole(90), 1, 0]])
    await recorder.stop()
  })

  test('INV-74 has what each outcome would pay, whole where it begins, and then the events that changed', async () => {
    const { clock, recorder, segments, bus, account, pnl, start } = await setUp('on')
    const pnlOf = (event: number, net: number): EventPnl => ({
      eventId: sampleEvent(event).id,
      markets: [],
      other: {
        payout: { least: whole(net), most: whole(net) },
        profit: null,
        withOrders: null,
        atWorst: null,
        areFeesKnown: true,
      },
    })
    account.now = sampleHoldings(100)
    pnl.events = [pnlOf(1, 5), pnlOf(2, 5)]
    start()
    const written = () =>
      (segments.at(-1) ?? []).flatMap((record) =>
        record.kind === 'account'
          ? [[record.isWhole, record.ifWins?.map(({ eventId }) => eventId), record.over]]
          : [],
      )
    const [first, second] = [sampleEvent(1).id, sampleEvent(2).id]
    assert.deepEqual(written(), [[true, [first, second], []]])
    // Each change of an order makes new objects of all of them.
    pnl.events = [pnlOf(1, 5), pnlOf(2, 7)]
    pnl.version = 'after an order'
    bus.publish('position', { outcomeId: null })
    await clock.advance(1_000)
    assert.deepEqual(written().slice(1), [[false, [second], []]])
    pnl.events = [pnlOf(2, 7)]
    pnl.version = 'one is over'
    bus.publish('position', { outcomeId: null })
    await clock.advance(1_000)
    assert.deepEqual(written().slice(2), [[false, [], [first]]])
    await recorder.stop()
  })

  test('is made on, off, or only while ARMED', async () => {
    const off = await setUp('off')
    off.start()
    await off.clock.advance(5_000)
    assert.equal(off.segments.length, 0)
    const armed = await setUp('armed')
    armed.start()
    assert.equal(armed.segments.length, 0)
    armed.bus.publish('trading', { ...SAFE, mode: 'ARMED' })
    assert.equal(armed.recorder.status().isRecording, true)
    armed.bus.publish('trading', SAFE)
    assert.equal(armed.recorder.status().isRecording, false)
    await armed.clock.advance(5_000)
    armed.bus.publish('trading', { ...SAFE, mode: 'ARMED' })
    assert.equal(armed.segments.length, 2)
    assert.deepEqual(armed.kinds().slice(0, 2), ['begin', 'gap'])
  })

  test('INV-68 that its disk has ended says so, begins again later, and tells since when it has nothing', async () => {
    const { clock, recorder, segments, disk, kinds, start } = await setUp('on')
    start()
    disk.isOpen = false
    disk.fault = 'full'
    const since = clock.now() + 1_000
    await clock.advance(20_000)
    recorder.tap.frame('market', 1, new Uint8Array([1]))
    assert.deepEqual(recorder.status(), {
      mode: 'on',
      isRecording: false,
      fault: 'full',
      megabytes: 0,
      since: null,
    })
    disk.fault = null
    await clock.advance(15_000)
    assert.equal(segments.length, 2)
    assert.deepEqual(kinds().slice(0, 2), ['begin', 'gap'])
    const gap = segments[1]?.find((record) => record.kind === 'gap')
    assert.equal(gap?.since, since)
    assert.equal(recorder.status().isRecording, true)
    await recorder.stop()
  })

  test('INV-68 that it has ended on a fault is published once, and again only after a segment was whole', async () => {
    const { bus, clock, disk, recorder, segments, start } = await setUp('on')
    const published: string[] = []
    bus.subscribe('recording_stopped', ({ fault }) => published.push(`${fault} ${recorder.status().fault}`))
    start()
    const breakDisk = (): void => {
      disk.isOpen = false
      disk.fault = 'full'
    }
    breakDisk()
    await clock.advance(120_000)
    assert.deepEqual(published, ['full full'])
    disk.fault = null
    await clock.advance(60_000)
    breakDisk()
    await clock.advance(60_000)
    assert.equal(published.length, 1)
    disk.fault = null
    await clock.advance(400_000)
    assert.ok(segments.length >= 4)
    breakDisk()
    await clock.advance(60_000)
    assert.equal(published.length, 2)
    await recorder.stop()
  })
})
