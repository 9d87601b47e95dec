import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeRequest } from '#contract/codec/requests.ts'
import { micros } from '#core/money.ts'
import { err, ok } from '#lib/result.ts'
import type { Client, Order, Position, TradingState } from '../platform/api/client.ts'
import type { Link } from '../platform/live/socket.ts'
import { createStore } from '../platform/state/store.ts'
import { pricesIn } from '../data/settings/prices.ts'
import { refusedText } from './outcome.ts'
import { createIntents } from './send.ts'
import type { Acting } from './send.ts'
import { uuidV7 } from './guard.ts'
import { createExits } from './close.ts'
import { exitQuote } from './exit-quote.ts'
import type { ExitMode, ExitTerms } from './exit-quote.ts'
import { sampleOrder, samplePosition } from '../features/portfolio/testing/samples.ts'

const PLAIN = pricesIn('price')

const HEDGED = samplePosition({
  hedge: {
    outcome_id: 'pm:2',
    outcome_name: 'No',
    size: '8',
    limit_price: '0.42',
    cost: '3.3',
    fee: '0',
    locked_pnl: '0.6',
    covers: '8',
    leaves: '2',
    complete: false,
    limited_by: null,
  },
  hedge_unavailable: null,
})

function termsOf(position: Position, mode: ExitMode, asked: bigint | null = null): ExitTerms {
  const quote = exitQuote(position, mode, asked === null ? null : micros(asked), PLAIN)
  assert.ok(quote.terms !== null, quote.why ?? '')
  return quote.terms
}

function build(
  options: {
    readonly mode?: 'SAFE' | 'ARMED'
    readonly link?: Link['state']
    readonly isSilent?: boolean
  } = {},
) {
  const bodies: unknown[] = []
  let now = 1_000
  let minted = 0
  const order: Order = sampleOrder({ side: 'SELL', status: 'filled', filled_size: '10' })
  const client = {
    call: (name: string, input: { readonly body: unknown }) => {
      bodies.push({ name, ...(encodeRequest(input.body) as object) })
      if (options.isSilent === true) return Promise.resolve(err({ kind: 'timeout' as const }))
      return Promise.resolve(
        ok({ client_order_id: '', result: 'accepted' as const, order, reject: null, replayed: false }),
      )
    },
  } as unknown as Client
  const intents = createIntents({
    prices: () => pricesIn('price'),
    client,
    now: () => now,
    after: () => undefined,
    onSettled: () => undefined,
    orders: () => [],
  })
  const all = createExits({
    client,
    intents,
    positions: createStore({ items: [HEDGED], current: true }),
    settings: createStore({ clickJumpTicks: 3 }),
    trading: createStore({ mode: options.mode ?? 'ARMED', venue: { mode: 'normal' } } as TradingState),
    prices: () => PLAIN,
    live: { isReceiving: () => options.link !== 'lost' },
    mint: () => uuidV7(++minted, new Uint8Array(10)),
    now: () => now,
  } as unknown as Acting)
  const send = (mode: ExitMode, asked: bigint | null = null) =>
    all.release(all.press(HEDGED, mode, asked === null ? null : micros(asked)))
  return { exits: { ...all, send }, intents, bodies, wait: (ms: number) => (now += ms) }
}

const settled = () => new Promise((resolve) => void setImmediate(resolve))

test('what is shown is the quote: walk takes with FAK, join rests post-only, hedge buys the other outcome', () => {
  const shown = (mode: ExitMode) => {
    const { side, outcomeName, price, size, timeInForce, postOnly, cash } = termsOf(HEDGED, mode)
    return [side, outcomeName, price, size, timeInForce, postOnly, cash]
  }
  assert.deepEqual(shown('walk'), ['SELL', 'Yes', 5_500, 10_000_000n, 'FAK', false, 5_500_000n])
  assert.deepEqual(shown('join'), ['SELL', 'Yes', 6_100, 10_000_000n, 'GTC', true, 6_100_000n])
  assert.deepEqual(shown('hedge'), ['BUY', 'No', 4_200, 8_000_000n, 'FAK', false, 3_360_000n])
})

test('a part is cut to what the venue takes and to what is quoted; only what rests has a minimum', () => {
  assert.equal(termsOf(HEDGED, 'join', 6_129_999n).size, 6_120_000n)
  // At 0.55 multiples of 0.2 cost whole cents.
  assert.equal(termsOf(HEDGED, 'walk', 6_129_999n).size, 6_000_000n)
  assert.equal(termsOf(HEDGED, 'walk', 4_990_000n).size, 4_800_000n)
  assert.equal(termsOf(HEDGED, 'walk', 99_000_000n).size, 10_000_000n)
  assert.match(
    exitQuote(HEDGED, 'join', micros(4_990_000n), PLAIN).why ?? '',
    /5-share minimum for a limit order: sell at market/,
  )
  assert.match(
    exitQuote(HEDGED, 'walk', micros(190_000n), PLAIN).why ?? '',
    /At 0\.55 that is less than 0\.2 shares/,
  )
  assert.match(exitQuote(HEDGED, 'walk', micros(9_999n), PLAIN).why ?? '', /Enter a size/)
})

test('a position below the minimum can be walked, and says why it cannot rest', () => {
  const small = samplePosition({
    size: '4.99',
    exit: {
      size: '4.8',
      limit_price: '0.55',
      average_price: '0.6',
      proceeds: '2.88',
      fee: '0',
      leaves: '0.19',
      complete: false,
      limited_by: null,
    },
    join: null,
  })
  assert.equal(termsOf(small, 'walk').size, 4_800_000n)
  assert.match(
    exitQuote(small, 'join', null, PLAIN).why ?? '',
    /5-share minimum for a limit order: sell at market/,
  )
})

test('without a quote the reason is the backend\u2019s, and resolved positions say where to claim', () => {
  assert.equal(exitQuote(samplePosition(), 'hedge', null, PLAIN).why, 'No asks on the other outcome.')
  const dry = samplePosition({
    exit: null,
    exit_unavailable: 'no_liquidity',
    exit_unavailable_message: 'There is no bid to sell to.',
    join: null,
  })
  assert.equal(exitQuote(dry, 'walk', null, PLAIN).why, 'There is no bid to sell to.')
  assert.equal(exitQuote(dry, 'join', null, PLAIN).why, 'There is no ask to join.')
  const shallow = samplePosition({
    exit: null,
    exit_unavailable: 'no_liquidity',
    exit_unavailable_message: 'The book offers 2 up to 0.57, less.',
    exit_unavailable_prices: [{ at: 24, price: '0.57', tick_size: '0.01', kind: 'price' }],
    hedge_unavailable_message: 'The book offers 2 up to 0.44, less.',
    hedge_unavailable_prices: [{ at: 24, price: '0.44', tick_size: '0.01', kind: 'price' }],
  })
  const cents = pricesIn('cents')
  assert.equal(exitQuote(shallow, 'walk', null, cents).why, 'The book offers 2 up to 57c, less.')
  assert.equal(exitQuote(shallow, 'hedge', null, cents).why, 'The book offers 2 up to 44c, less.')
  assert.match(
    exitQuote({ ...dry, status: 'redeemable' }, 'walk', null, PLAIN).why ?? '',
    /outside this terminal/,
  )
})

test('one press sends one request: the same press again answers with the first', async () => {
  const { exits, bodies, wait } = build()
  const first = exits.send('walk')
  await settled()
  wait(300)
  assert.equal(refusedText(exits.send('walk')), '')
  assert.equal(bodies.length, 1)
  assert.deepEqual(Object.keys(bodies[0] as object).toSorted(), [
    'client_order_id',
    'mode',
    'name',
    'outcome_id',
    'worst_price',
  ])
  assert.equal(first.intents[0]?.side, 'SELL')
  wait(100)
  exits.send('walk')
  assert.equal(bodies.length, 2)
  const [one, two] = bodies as { readonly client_order_id: string }[]
  assert.notEqual(one?.client_order_id, two?.client_order_id)
})

test('a part names its size, a hedge names only what is held', async () => {
  const { exits, bodies } = build()
  exits.send('join', 6_000_000n)
  await settled()
  exits.send('hedge')
  assert.partialDeepStrictEqual(bodies, [
    { name: 'exitPosition', outcome_id: 'pm:1', mode: 'join', size: '6' },
    { name: 'hedgePosition', outcome_id: 'pm:1' },
  ])
  assert.ok(!('size' in (bodies[1] as object)))
})

test('nothing is sent in SAFE, with the link lost, or while the last one is on its way or unknown', async () => {
  for (const options of [{ mode: 'SAFE' as const }, { link: 'lost' as const }]) {
    const { exits, bodies } = build(options)
    assert.notEqual(refusedText(exits.send('walk')), '')
    assert.equal(bodies.length, 0)
  }
  const { exits, bodies, wait } = build({ isSilent: true })
  exits.send('walk')
  wait(1_000)
  assert.match(exits.barred(HEDGED, 'walk') ?? '', /being sent/)
  await settled()
  wait(60_000)
  assert.match(exits.barred(HEDGED, 'walk') ?? '', /unknown/)
  assert.notEqual(refusedText(exits.send('walk')), '')
  assert.equal(bodies.length, 1)
  // The other side is free.
  assert.equal(exits.barred(HEDGED, 'hedge'), null)
})
