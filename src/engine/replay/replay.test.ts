// A replay: what it shows at an instant, on the way there and back, and what it tells of it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { GameId, OrderId, OutcomeId, TradeId } from '#core/ids.ts'
import type { Game } from '#core/market/game.ts'
import { micros } from '#core/money.ts'
import type { Order } from '#core/order/order.ts'
import type { Holding } from '#core/position/position.ts'
import type { RecordingRecord } from '#core/recording/records.ts'
import {
  createManualClock,
  marketId,
  outcomeId,
  price,
  sampleEvent,
  sampleMarket,
  whole,
} from '../testing/market-fakes.ts'
import { sampleHolding, sampleHoldings } from '../testing/holdings.ts'
import { createMemoryRecording, frameOf, readFrameOf, recordedBook } from '../testing/memory-recording.ts'
import type { ReplayChange } from './contract.ts'
import { createReplays } from './replays.ts'
import { withCash } from '#core/testing/fill-cash.ts'

const T = 1_790_000_000_000
const OUTCOME = outcomeId(2)
/** Value of ten shares. */
const BID_VALUE = micros(4_900_000n)
const ORDER_ID = 'pm:0x1' as OrderId

const order: Order = {
  id: ORDER_ID,
  clientOrderId: null,
  outcomeId: OUTCOME,
  marketId: marketId(1),
  side: 'BUY',
  price: price(4900),
  size: whole(5),
  filledSize: whole(0),
  timeInForce: 'GTC',
  postOnly: false,
  expiresAt: null,
  status: 'live',
  delayEndsAt: null,
  cancelling: false,
  cancelQueued: false,
  cancelTooLate: false,
  foreign: false,
  replaces: null,
  submittedAt: null,
  createdAt: T,
  updatedAt: T,
}

const GAME: Game = {
  id: 'pm:1' as GameId,
  eventId: null,
  league: 'nhl',
  home: 'Home',
  away: 'Away',
  ordering: 'home',
  score: null,
  rawScore: null,
  period: null,
  elapsed: null,
  status: 'live',
  startsAt: null,
  startedAt: null,
  endedAt: null,
  stale: false,
  updatedAt: T,
}

/** Second n brings a bid of n shares at 0.49; an order of second 5 is filled in second 20. */
function minute(): readonly RecordingRecord[] {
  const records: RecordingRecord[] = [
    { kind: 'begin', at: T, version: '0', paper: false },
    { kind: 'market', at: T, event: sampleEvent(1, { markets: [sampleMarket(1)] }) },
    { kind: 'carried', at: T, connection: 1, added: [OUTCOME], removed: [] },
    { kind: 'book', at: T, book: recordedBook(OUTCOME) },
    { kind: 'complete', at: T },
  ]
  for (let second = 1; second <= 60; second += 1) {
    const at = T + second * 1_000
    records.push(
      frameOf(at, {
        type: 'changes',
        venueTime: at,
        changes: [
          {
            outcomeId: OUTCOME,
            side: 'BUY',
            price: price(4900),
            size: whole(second),
            hash: `h${second}`,
            bestBid: undefined,
            bestAsk: undefined,
          },
        ],
      }),
    )
    if (second === 5) records.push({ kind: 'order', at, order })
    if (second === 20) {
      records.push({ kind: 'order', at, order: { ...order, status: 'filled', filledSize: whole(5) } })
      records.push({
        kind: 'fill',
        at,
        fill: withCash({
          tradeId: 't1' as TradeId,
          orderId: ORDER_ID,
          outcomeId: OUTCOME,
          marketId: marketId(1),
          side: 'BUY',
          price: price(4900),
          size: whole(5),
          fee: null,
          role: 'maker',
          status: 'confirmed',
          txHash: null,
          at,
        }),
      })
    }
    if (second === 40) records.push({ kind: 'lost', at, outcomeIds: [OUTCOME], reason: 'feed_down' })
  }
  return records
}

function accountOf(
  at: number,
  isWhole: boolean,
  cash: number,
  held: readonly Holding[],
  gone: readonly OutcomeId[] = [],
): RecordingRecord {
  const account = { ...sampleHoldings(cash), held }
  return { kind: 'account', at, isWhole, account, gone, ifWins: [], over: [] }
}

async function open(records = minute(), start = T) {
  const clock = createManualClock(T + 3_600_000)
  const source = createMemoryRecording(records)
  const replays = createReplays({ source, readFrame: readFrameOf, clock, mint: () => `r${source.reads()}` })
  const replay = await replays.open({ from: T, to: T + 60_000 }, start)
  if (replay === null) throw new Error('nothing is recorded')
  await replay.settled()
  const changes: ReplayChange[] = []
  replay.subscribe((change) => changes.push(change))
  const bid = (): bigint | undefined => replay.view.book(OUTCOME)?.bids[0]?.[1]
  const goTo = async (second: number): Promise<void> => {
    replay.command({ do: 'seek', at: T + second * 1_000 })
    await replay.settled()
  }
  return { replays, replay, clock, source, changes, bid, goTo }
}

test('a replay shows what the books were at its instant, on the way on and back', async () => {
  const { bid, goTo, replay, source } = await open()
  assert.equal(bid(), undefined)
  await goTo(12.5)
  assert.equal(bid(), whole(12))
  await goTo(30)
  assert.equal(bid(), whole(30))
  assert.equal(source.reads(), 1)
  await goTo(7)
  assert.equal(bid(), whole(7))
  assert.equal(source.reads(), 2)
  await goTo(45)
  assert.equal(replay.view.book(OUTCOME)?.staleReason, 'feed_down')
  assert.equal(bid(), undefined)
})

test('own orders and fills are those of its instant', async () => {
  const { goTo, replay } = await open()
  const statuses = (): readonly string[] => [...replay.view.orders()].map(({ status }) => status)
  assert.deepEqual(statuses(), [])
  await goTo(10)
  assert.deepEqual([statuses(), [...replay.view.fills()].length], [['live'], 0])
  await goTo(20)
  assert.deepEqual([statuses(), [...replay.view.fills()].length], [['filled'], 1])
  await goTo(19)
  assert.deepEqual([statuses(), [...replay.view.fills()].length], [['live'], 0])
})

test('playing takes as long as it took, by its speed, and tells each change', async () => {
  const { bid, replay, clock, changes } = await open()
  replay.command({ do: 'play' })
  await clock.advance(3_050)
  assert.equal(bid(), whole(3))
  replay.command({ do: 'speed', speed: 10 })
  await clock.advance(1_000)
  assert.ok(Math.abs(replay.state().at - (T + 13_000)) < 500, String(replay.state().at - T))
  replay.command({ do: 'pause' })
  const stood = replay.state().at
  await clock.advance(10_000)
  assert.equal(replay.state().at, stood)
  assert.ok(changes.filter(({ what }) => what === 'book').length >= 12)
  replay.command({ do: 'speed', speed: 60 })
  replay.command({ do: 'play' })
  await clock.advance(5_000)
  assert.deepEqual([replay.state().at, replay.state().isPlaying], [T + 60_000, false])
})

test('nothing is published on the way to another instant, and there that all of it is new', async () => {
  const { changes, goTo } = await open()
  await goTo(30)
  assert.deepEqual(
    changes.map(({ what }) => what),
    ['state', 'all'],
  )
})

test('the next and the previous own fill, a step, and no way beyond the ends', async () => {
  const { replay } = await open()
  const at = async (command: Parameters<typeof replay.command>[0]): Promise<number> => {
    replay.command(command)
    await replay.settled()
    return (replay.state().at - T) / 1_000
  }
  assert.equal(await at({ do: 'next_fill' }), 20)
  assert.equal(await at({ do: 'next_fill' }), 20)
  assert.equal(await at({ do: 'step', ms: 1_000 }), 21)
  assert.equal(await at({ do: 'previous_fill' }), 20)
  assert.equal(await at({ do: 'step', ms: -60_000 }), 0)
  assert.equal(await at({ do: 'seek', at: T + 90_000 }), 60)
})

test('a score is that of the instant, on both sides of a goal', async () => {
  const goal = { ...GAME, score: { home: 1, away: 0, detail: null } }
  const before = { ...goal, score: { home: 0, away: 0, detail: null } }
  const records = minute().flatMap((record, index): readonly RecordingRecord[] =>
    index === 0
      ? [record, { kind: 'game', at: T, game: before }]
      : record.kind === 'frame' && record.at === T + 30_000
        ? [{ kind: 'game', at: record.at, game: goal }, record]
        : [record],
  )
  const { goTo, replay, changes, clock } = await open(records)
  const home = (): number | undefined => replay.view.game(goal.id)?.score?.home
  await goTo(29)
  assert.equal(home(), 0)
  await goTo(30)
  assert.equal(home(), 1)
  await goTo(29.9)
  assert.equal(home(), 0)
  assert.equal(replay.marks().filter(({ kind }) => kind === 'goal').length, 1)
  changes.length = 0
  replay.command({ do: 'play' })
  await clock.advance(2_000)
  assert.equal(home(), 1)
  assert.deepEqual(
    changes.filter(({ what }) => what === 'game'),
    [{ what: 'game', gameId: goal.id }],
  )
})

test('INV-74 positions and cash are those of the instant, worth what the books of it give', async () => {
  const records = minute().flatMap((record, index): readonly RecordingRecord[] => {
    if (index === 0) return [record, accountOf(T, true, 100, [sampleHolding(OUTCOME, 10)])]
    if (record.kind !== 'frame' || record.at !== T + 30_000) return [record]
    const sold = accountOf(record.at, false, 105, [], [OUTCOME])
    return [record, sold]
  })
  const { goTo, replay, changes, clock } = await open(records)
  const shown = () => {
    const account = replay.view.account()
    const position = replay.view.position(OUTCOME)
    return [account?.cash, account?.positionsValue, position?.mark.exitMissing, replay.view.held().length]
  }
  await goTo(4)
  assert.deepEqual(shown(), [whole(100), BID_VALUE, whole(6), 1])
  await goTo(29)
  assert.deepEqual(shown(), [whole(100), BID_VALUE, whole(0), 1])
  assert.equal(replay.view.account()?.equity, micros(104_900_000n))
  await goTo(30)
  assert.deepEqual(shown(), [whole(105), whole(0), undefined, 0])
  await goTo(29)
  assert.deepEqual(shown(), [whole(100), BID_VALUE, whole(0), 1])
  changes.length = 0
  replay.command({ do: 'play' })
  await clock.advance(2_000)
  assert.deepEqual(
    changes.filter(({ what }) => what === 'account'),
    [{ what: 'account', outcomeIds: [OUTCOME] }],
  )
  assert.deepEqual(replay.view.position(OUTCOME), null)
})

test('markets that were followed later are there from then on', async () => {
  const late = sampleMarket(9)
  const records = minute().flatMap((record): readonly RecordingRecord[] =>
    record.kind === 'frame' && record.at === T + 30_000
      ? [{ kind: 'market', at: record.at, event: sampleEvent(2, { markets: [late] }) }, record]
      : [record],
  )
  const { goTo, replay } = await open(records)
  const count = () => [...replay.view.events()].flatMap(({ markets }) => markets).length
  await goTo(29)
  const { markets: before } = replay.state()
  assert.equal(count(), 1)
  await goTo(31)
  assert.equal(count(), 2)
  assert.notEqual(replay.state().markets, before)
  await goTo(20)
  assert.equal(count(), 1)
})

test('a record that cannot be shown ends the replay there, in words that name it', async () => {
  const broken = { kind: 'market', at: T + 30_000, event: null } as unknown as RecordingRecord
  const { goTo, replay, bid } = await open([...minute().filter(({ at }) => at < T + 30_000), broken])
  await goTo(20)
  assert.equal(replay.state().problem, null)
  await goTo(31)
  const why = `a record of market at ${T + 30_000} cannot be shown`
  assert.equal(replay.state().problem, `The recording cannot be read past this point: ${why}.`)
  assert.equal(bid(), whole(29))
  await goTo(10)
  assert.deepEqual([replay.state().problem, bid()], [null, whole(10)])
})

test('an own mark that is not understood hides no other', async () => {
  const broken = { kind: 'account', at: T + 6_000, isWhole: true, gone: [] } as unknown as RecordingRecord
  const records = minute()
  const at = records.findIndex((record) => record.at > T + 6_000)
  const { goTo, replay } = await open(records.toSpliced(at, 0, broken))
  await goTo(30)
  assert.deepEqual([replay.state().problem, [...replay.view.fills()].length], [null, 1])
})

test('what is far ahead begins at the segment there, what is near is read on to', async () => {
  const hour = [
    ...minute(),
    frameOf(T + 3_600_000, { type: 'resolved', marketId: marketId(9), winner: null }),
  ]
  const source = createMemoryRecording(hour)
  const clock = createManualClock(T + 7_200_000)
  const replays = createReplays({ source, readFrame: readFrameOf, clock, mint: () => 'r' })
  const replay = await replays.open({ from: T, to: T + 3_600_000 }, T)
  const reads: number[] = []
  for (const minutes of [0, 8, 19, 50]) {
    replay?.command({ do: 'seek', at: T + minutes * 60_000 })
    await replay?.settled()
    reads.push(source.reads())
  }
  assert.deepEqual(reads, [1, 1, 2, 3])
  assert.equal(source.open(), 1)
  assert.equal(replay?.view.book(OUTCOME)?.staleReason, 'feed_down')
  replays.stop()
})

test('what a connection carries no longer is passed over, and what another carries then is not', async () => {
  const [begin, market, carried, book, complete] = minute()
  const bid = (second: number, connection: number): RecordingRecord =>
    frameOf(
      T + second * 1_000,
      {
        type: 'snapshot',
        outcomeId: OUTCOME,
        marketId: marketId(1),
        bids: [[price(4_900), whole(second)]],
        asks: [],
        tickSize: null,
        hash: `h${second}`,
        lastTradePrice: null,
        venueTime: T + second * 1_000,
      },
      connection,
    )
  const moved = (second: number, connection: number, added: boolean): RecordingRecord => ({
    kind: 'carried',
    at: T + second * 1_000,
    connection,
    added: added ? [OUTCOME] : [],
    removed: added ? [] : [OUTCOME],
  })
  const records = [begin, market, carried, book, complete].filter((record) => record !== undefined)
  const { replay } = await open(
    [...records, bid(1, 1), moved(2, 2, true), moved(2, 1, false), bid(3, 2), bid(4, 1)],
    T + 4_500,
  )
  assert.equal(replay.view.book(OUTCOME)?.bids[0]?.[1], whole(3))
})

test('as many other markets after a jump are another number, and those of a step the same', async () => {
  const at = T + 3_000_000
  const later = minute()
    .filter(({ kind }) => kind !== 'order' && kind !== 'fill')
    .map((record) => ({ ...record, at: record.at + 3_000_000 }))
  const other = later.map((record) =>
    record.kind === 'market' ? { ...record, event: sampleEvent(2, { markets: [sampleMarket(9)] }) } : record,
  )
  const first = createMemoryRecording(minute())
  const second = createMemoryRecording(other)
  const source = {
    ...first,
    range: async () => ({ from: T, to: at + 60_000 }),
    records: (from: number, until: number) => (from < at ? first : second).records(from, until),
  }
  const clock = createManualClock(T + 7_200_000)
  const replays = createReplays({ source, readFrame: readFrameOf, clock, mint: () => 'r' })
  const replay = await replays.open({ from: T, to: at + 60_000 }, T + 1_000)
  const numbers: (number | undefined)[] = []
  for (const goal of [T + 1_000, T + 2_000, at + 1_000]) {
    replay?.command({ do: 'seek', at: goal })
    await replay?.settled()
    numbers.push(replay?.state().markets)
  }
  const [one, same, jumped] = numbers
  assert.equal(one, same)
  assert.notEqual(one, jumped)
  replays.stop()
})

test('a recording without them shows neither positions nor cash', async () => {
  const { replay } = await open()
  assert.deepEqual([replay.view.account(), replay.view.held()], [null, []])
})

test('a way back that is asked for on the way is taken whole', async () => {
  const { replay, bid } = await open()
  replay.command({ do: 'seek', at: T + 39_000 })
  await Promise.resolve()
  replay.command({ do: 'seek', at: T + 3_000 })
  await replay.settled()
  assert.equal(bid(), whole(3))
})

test('its marks are own fills and orders, goals and what is not recorded', async () => {
  const { replay } = await open()
  assert.deepEqual(
    replay.marks().map(({ kind, at }) => [kind, (at - T) / 1_000]),
    [
      ['order', 5],
      ['fill', 20],
    ],
  )
})

test('marks of a wrong form hide no other, and leave nothing that cannot be told', async () => {
  const odd = [
    { kind: 'game', at: T + 1_000, game: null },
    { kind: 'order', at: T + 1_000, order: null },
    { kind: 'fill', at: T + 1_000, fill: 7 },
    { kind: 'account', at: T + 1_000, account: null },
    { kind: 'trading', at: T + 1_000 },
    { kind: 'gap', at: T + 1_000, since: {} },
    { kind: 'gap', at: 'soon', since: T },
    { kind: 'another', at: T + 1_000 },
  ] as unknown as readonly RecordingRecord[]
  const { replay, goTo } = await open(minute().toSpliced(1, 0, ...odd))
  assert.deepEqual(
    replay.marks().map(({ kind, at }) => [kind, (at - T) / 1_000]),
    [
      ['order', 5],
      ['fill', 20],
    ],
  )
  await goTo(30)
  assert.equal([...replay.view.orders()].length, 1)
})

test('a replay that ends in the midst of a recording lets go of what it reads', async () => {
  const { replays, replay, source } = await open()
  assert.equal(source.open(), 1)
  replays.end(replay.id)
  await new Promise(setImmediate)
  assert.equal(source.open(), 0)
})

test('two are open at most, one that nobody uses ends after ten minutes, and what has ended works no more', async () => {
  const { replays, replay, clock } = await open()
  const ended: string[] = []
  replays.onEnd((id) => ended.push(id))
  await clock.advance(1_000)
  const second = await replays.open({ from: T, to: T + 60_000 }, T)
  await clock.advance(1_000)
  const third = await replays.open({ from: T, to: T + 60_000 }, T)
  assert.deepEqual(ended, [replay.id])
  await replay.settled()
  assert.equal(replays.find(replay.id), null)
  await clock.advance(9 * 60_000)
  assert.equal(replays.find(third?.id ?? ''), third)
  await clock.advance(9 * 60_000)
  assert.deepEqual(ended, [replay.id, second?.id])
})

test('nothing is opened where nothing is recorded', async () => {
  const { replays } = await open()
  assert.equal(await replays.open({ from: T + 90_000, to: T + 120_000 }, T), null)
})
