/** Replays of one recorded minute from the harness' first instant on: a book that a trade and a change move, an order and its fill. */
import { parseGroupId, parseOrderId, parseTradeId, type OrderId, type TradeId } from '#core/ids.ts'
import { newExit } from '#core/order/attached-exit.ts'
import { labelsOf, type Fill, type Order } from '#core/order/order.ts'
import type { RecordingRecord } from '#core/recording/records.ts'
import { createReplays, type Replays } from '#engine/replay/replays.ts'
import { marketId, outcomeId, price, sampleEvent, sampleMarket, whole } from '#engine/testing/market-fakes.ts'
import {
  createMemoryRecording,
  frameOf,
  readFrameOf,
  recordedBook,
} from '#engine/testing/memory-recording.ts'
import { sampleHolding, sampleHoldings } from '#engine/testing/holdings.ts'
import type { Clock } from '#ports/clock.ts'
import { BOTH, ID } from '#core/testing/exit-samples.ts'
import { withCash } from '#core/testing/fill-cash.ts'

export const RECORDED_FROM = 1_790_000_000_000
const REPLAY_ID = '01890a5d-ac96-774b-9cce-000000000001'
const ORDER_ID = parseOrderId(`pm:0x${'5'.repeat(64)}`) ?? ('' as OrderId)
const OUTCOME = outcomeId(2)
/** A group of two. */
const LABELS = { ...labelsOf({ group: parseGroupId(REPLAY_ID) ?? undefined }), groupSize: 2 }

/** One replay at a time has its id. */
export function createReplaysFake(clock: Clock): Replays {
  return createReplays({
    source: createMemoryRecording(recordedMinute()),
    readFrame: readFrameOf,
    clock,
    mint: () => REPLAY_ID,
  })
}

function recordedMinute(): readonly RecordingRecord[] {
  const at = (seconds: number): number => RECORDED_FROM + seconds * 1_000
  return [
    { kind: 'begin', at: at(0), version: '0', paper: false },
    { kind: 'market', at: at(0), event: sampleEvent(1, { markets: [sampleMarket(1)] }) },
    { kind: 'carried', at: at(0), connection: 1, added: [OUTCOME], removed: [] },
    {
      kind: 'book',
      at: at(0),
      book: recordedBook(OUTCOME, { bids: [[price(4900), whole(10)]], asks: [[price(5100), whole(20)]] }),
    },
    {
      kind: 'account',
      at: at(0),
      isWhole: true,
      account: sampleHoldings(100),
      gone: [],
      ifWins: [],
      over: [],
    },
    { kind: 'complete', at: at(0) },
    { kind: 'order', at: at(10), order: { ...sampleOrder('live'), ...LABELS } },
    { kind: 'exit', at: at(10), exit: newExit(ID, OUTCOME, { size: whole(5) }, BOTH, 100, at(10)) },
    frameOf(at(20), {
      type: 'trade',
      outcomeId: OUTCOME,
      price: price(5100),
      size: whole(5),
      side: 'BUY',
      venueTime: at(20),
    }),
    { kind: 'order', at: at(30), order: sampleOrder('filled') },
    { kind: 'fill', at: at(30), fill: sampleFill(at(30)) },
    {
      kind: 'account',
      at: at(30),
      isWhole: false,
      account: { ...sampleHoldings(98), held: [sampleHolding(OUTCOME, 5)] },
      gone: [],
      ifWins: [],
      over: [],
    },
    frameOf(at(40), {
      type: 'changes',
      venueTime: at(40),
      changes: [
        {
          outcomeId: OUTCOME,
          side: 'BUY',
          price: price(5000),
          size: whole(7),
          hash: 'h',
          bestBid: undefined,
          bestAsk: undefined,
        },
      ],
    }),
    { kind: 'complete', at: at(60) },
  ]
}

function sampleOrder(status: Order['status']): Order {
  return {
    id: ORDER_ID,
    clientOrderId: null,
    outcomeId: OUTCOME,
    marketId: marketId(1),
    side: 'BUY',
    price: price(4900),
    size: whole(5),
    filledSize: whole(status === 'filled' ? 5 : 0),
    timeInForce: 'GTC',
    postOnly: false,
    expiresAt: null,
    status,
    delayEndsAt: null,
    cancelling: false,
    cancelQueued: false,
    cancelTooLate: false,
    foreign: false,
    replaces: null,
    submittedAt: RECORDED_FROM,
    createdAt: RECORDED_FROM,
    updatedAt: RECORDED_FROM,
  }
}

function sampleFill(at: number): Fill {
  return withCash({
    tradeId: parseTradeId('t9') ?? ('' as TradeId),
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
  })
}
