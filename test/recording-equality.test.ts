/**
 * INV-72: the books that a live run had, instant by instant, beside those that its recording gives back. The live run is that
 * of the product: the venue's feed over real sockets, the books' actor, the recorder and its files; only its clock is the
 * test's, on which what happens in one turn of the loop has one instant.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { systemClock } from '#app/process/system-clock.ts'
import { systemRandom } from '#app/process/system-random.ts'
import type { BookView, Trade } from '#core/book/book.ts'
import type { OutcomeId } from '#core/ids.ts'
import { createBus } from '#engine/bus.ts'
import { createBooks } from '#engine/markets/books.ts'
import { createRecorder } from '#engine/recording/recorder.ts'
import { createReplays } from '#engine/replay/replays.ts'
import { silentLog } from '#engine/testing/market-fakes.ts'
import type { Clock } from '#ports/clock.ts'
import { openRecording } from '#store/recording/reader.ts'
import { hostDisk } from '#store/recording/segment-file.ts'
import { createRecordingWriter } from '#store/recording/writer.ts'
import { readRecordedFrame } from '#venue/feeds/recorded-frames.ts'
import { createRandom } from '#simulator/random.ts'
import { parseProfile } from '#venue/profile.ts'
import { createPublicVenue } from '#venue/venue.ts'
import { temporaryDirectory } from './harness.ts'
import { createMarketStandIn } from './reliability/market-stand-in.ts'
import { startQuietVenue, type QuietVenue } from './reliability/quiet-venue.ts'
import { waitFor } from './wait-for.ts'

const MARKETS = ['4210000', '4210001', '4210002']
/** In steps of 0.0001: bids and offers of others overlap, so that some of them trade. */
const PRICES = { BUY: 3_600, SELL: 4_200, range: 80, tick: 10 } as const
const COMPARED = 250
const AFTER_EACH_FAULT = 40

type Books = {
  readonly view: (id: OutcomeId) => BookView | null
  readonly trades: (id: OutcomeId) => readonly Trade[] | null
}

function textOf(ids: readonly OutcomeId[], { view, trades }: Books): string {
  const plain = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? `${value}` : value)
  return JSON.stringify(
    ids.map((id) => [view(id), trades(id)]),
    plain,
  )
}

/** One instant for all of a turn of the loop, later than that of the turn before; tells when the turn is over. */
function createTurnClock(onTurn: (at: number) => void): Clock {
  let last = 0
  let current: number | null = null
  return {
    ...systemClock,
    now() {
      if (current !== null) return current
      const at = Math.max(last + 1, Date.now())
      current = last = at
      setImmediate(() => {
        current = null
        onTurn(at)
      })
      return at
    },
  }
}

/** Orders of others, one after the other, until it is stopped. */
function keepTrading(venue: QuietVenue): { readonly stop: () => Promise<void> } {
  const random = createRandom('others')
  const over = new AbortController()
  const work = (async () => {
    while (!over.signal.aborted) {
      const side = random.pick(['BUY', 'SELL'] as const)
      const price = PRICES[side] + random.integer(0, PRICES.range) * PRICES.tick
      await venue.placeForeign(side, price, random.integer(5, 40), random.pick(MARKETS))
    }
  })()
  return {
    stop() {
      over.abort()
      return work
    },
  }
}

/** A live run of some seconds with lost connections, lost frames and a time without recording; what its books were by instant. */
async function runLive(context: TestContext, directory: string) {
  const venue = await startQuietVenue(context, { seed: 'equality' })
  const market = await createMarketStandIn(venue, MARKETS)
  const ids = market.outcomeIds
  const states = new Map<number, string>()
  let isChanged = false
  let isRecorded = false
  const clock = createTurnClock((at) => {
    if (isChanged && isRecorded)
      states.set(at, textOf(ids, { view: (id) => books.peek(id), trades: (id) => books.trades(id) }))
    isChanged = false
  })
  const bus = createBus((_, error) => {
    throw error
  })
  bus.subscribe('book', () => void (isChanged = true))
  const store = createRecordingWriter({
    directory,
    clock,
    log: silentLog,
    redact: (text) => text,
    disk: hostDisk,
    limits: { mostBytes: 1e9, mostAgeMs: 1e12, leaveFree: 0, mostWaiting: 1e9 },
  })
  const recorder = createRecorder({ store, mode: 'armed', version: 'test', paper: false, clock, bus })
  const profile = parseProfile(venue.simulator.profile)
  assert.ok(profile.ok)
  const adapter = await createPublicVenue({
    profile: profile.value,
    clock,
    random: systemRandom,
    log: silentLog,
    tap: recorder.tap,
  })
  const books = createBooks({
    feed: adapter.marketFeed,
    venue: adapter.catalog,
    catalog: {
      ...market.catalog,
      market: (id) =>
        ids
          .map((outcomeId) => market.catalog.outcome(outcomeId)?.market ?? null)
          .find((one) => one?.id === id) ?? null,
      announce: () => undefined,
      refresh: () => Promise.resolve(),
      complete: () => Promise.resolve(),
      learnFacts: () => undefined,
    },
    clock,
    bus,
    log: silentLog,
  })
  const arm = (mode: 'ARMED' | 'SAFE'): void => {
    isRecorded = mode === 'ARMED'
    bus.publish('trading', { mode } as never)
  }
  for (const id of ids) {
    books.hold(id)
    books.view(id)
  }
  books.start()
  recorder.start({
    books,
    catalog: market.catalog,
    games: { game: () => null },
    exits: { list: () => [], get: () => null },
    account: () => null,
    ifWins: { version: () => '', events: () => [] },
    trading: () => ({}) as never,
  })
  const traders = keepTrading(venue)
  const from = clock.now()
  arm('ARMED')
  const areLive = (): boolean => ids.every((id) => books.peek(id)?.staleReason === null)
  const more = async (what: string, count = AFTER_EACH_FAULT): Promise<void> => {
    const before = states.size
    await waitFor(`states after ${what}`, () => areLive() && states.size >= before + count)
  }
  await more('the first books')
  for (const action of ['reset', 'close']) {
    await venue.control('/ws', { channel: 'market', action })
    await waitFor(`books that end by a ${action}`, () => !areLive())
    await more(`a ${action}`)
  }
  for (const rule of [
    { name: 'ws.drop_frame', args: { p: 0.5 } },
    { name: 'ws.dup_frame', args: { p: 0.5 } },
    { name: 'ws.malformed' },
  ]) {
    await venue.control('/faults', { ...rule, match: { service: 'ws_market' }, when: { times: 20 } })
    const before = states.size
    await waitFor(`states with ${rule.name}`, () => states.size >= before + AFTER_EACH_FAULT)
    await venue.control('/faults', undefined, 'DELETE')
  }
  await more('lost frames')
  arm('SAFE')
  const missing = clock.now()
  const version = (): number => ids.reduce((sum, id) => sum + (books.peek(id)?.version ?? 0), 0)
  const unrecorded = version()
  await waitFor('changes that are not recorded', () => version() > unrecorded + AFTER_EACH_FAULT)
  arm('ARMED')
  await more('a time without recording')
  const to = clock.now()
  isRecorded = false
  await traders.stop()
  await recorder.stop()
  books.stop()
  await adapter.close()
  await venue.stop()
  return { ids, states, span: { from, to }, missing }
}

test('INV-72 a replay has the books of the live run to the last byte, over lost connections, lost frames and a time without recording', async (context) => {
  const directory = join(temporaryDirectory(context), 'recording')
  const { ids, states, span, missing } = await runLive(context, directory)
  const replays = createReplays({
    source: openRecording(directory),
    readFrame: readRecordedFrame,
    clock: systemClock,
    mint: randomUUID,
  })
  context.after(() => replays.stop())
  const replay = await replays.open(span, span.from)
  assert.ok(replay)
  const shown = async (at: number): Promise<string> => {
    replay.command({ do: 'seek', at })
    await replay.settled()
    return textOf(ids, { view: replay.view.book, trades: replay.view.trades })
  }
  const instants = [...states.keys()]
  const step = Math.max(1, Math.floor(instants.length / COMPARED))
  const chosen = instants.filter((_, place) => place % step === 0)
  assert.ok(chosen.length >= COMPARED, `${chosen.length} instants`)
  for (const at of chosen) assert.equal(await shown(at), states.get(at), `${at - span.from} ms on`)
  // On the way back, which begins at another segment's books.
  for (const at of chosen.toReversed().filter((_, place) => place % 25 === 0))
    assert.equal(await shown(at), states.get(at), `${at - span.from} ms on, from later`)
  const gap = replay.marks().find(({ kind, text }) => kind === 'gap' && text === 'Not recorded')
  assert.ok(gap !== undefined && gap.at >= missing - 1_000)
  assert.ok(new Set(states.values()).size > COMPARED / 2, 'the books of the live run change')
})
