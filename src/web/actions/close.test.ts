// Rules shown here: PAGE-1, PAGE-4.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { priceFromSteps } from '#core/price.ts'
import type { Price } from '#core/price.ts'
import { known } from '#core/testing/exit-samples.ts'
import { createStore } from '../platform/state/store.ts'
import type { Position, TradingState } from '../platform/api/client.ts'
import { position as positionRecord } from '#contract/records/positions.ts'
import { samplePosition, type WirePosition } from '../features/portfolio/testing/samples.ts'
import { pricesIn } from '../data/settings/prices.ts'
import { refusedText } from './outcome.ts'
import { createExits } from './close.ts'
import type { Acting, Outgoing } from './send.ts'
import type { Intent } from '../data/account/intent.ts'

function build(first: Position) {
  let now = 10_000
  const link = { isReceiving: true }
  const sent: {
    readonly mode: string
    readonly price: Price
    readonly size: unknown
    readonly worst: Price | undefined
  }[] = []
  const list = createStore<readonly Intent[]>([])
  const positions = createStore({ items: [first] as readonly Position[], current: true })
  const trading = createStore<TradingState | null>({
    mode: 'ARMED',
    venue: { mode: 'normal' },
  } as TradingState)
  const presses = createExits({
    client: {
      call: (_: string, { body }: { readonly body: Record<string, unknown> }) => body,
    } as never,
    intents: {
      list,
      send([order]: readonly Outgoing[], request: () => unknown) {
        const { mode, size = null, worstPrice } = request() as Record<string, unknown>
        sent.push({
          mode: String(mode),
          price: order?.price ?? assert.fail(),
          size,
          worst: worstPrice as Price,
        })
        return [{ clientOrderId: 'c' }] as never
      },
    },
    positions,
    trading,
    settings: createStore({ clickJumpTicks: 3 }),
    prices: () => pricesIn('price'),
    live: { isReceiving: () => link.isReceiving },
    mint: () => 'c' as never,
    now: () => now,
  } as unknown as Acting)
  const walk = positionRecord.encode(samplePosition()).exit
  assert.ok(walk !== null)
  return {
    presses,
    sent,
    positions,
    trading,
    link,
    wait: (ms: number) => (now += ms),
    walk,
    lock: () => list.set([{ outcomeId: 'pm:1', side: 'SELL', state: 'sending' } as Intent]),
    show: (limit: string, changes: Partial<WirePosition> = {}) => {
      const position = samplePosition({ exit: { ...walk, limit_price: limit }, ...changes })
      positions.set({ items: [position], current: true })
      return position
    },
  }
}

test('a press sends the order that was shown, at no worse a price than was shown', () => {
  const { presses, sent, show, wait } = build(samplePosition())
  const position = show('0.55')
  wait(1_000)
  assert.equal(refusedText(presses.release(presses.press(position, 'walk'))), '')
  assert.deepEqual(
    sent.map(({ mode, price, worst, size }) => [mode, price, worst, size]),
    [['walk', 5_500, 5_500, null]],
  )
})

test('a label that changed within 300 ms may not have been read: the better of both prices is kept to', () => {
  const { presses, sent, show, wait } = build(samplePosition())
  show('0.57')
  wait(1_000)
  const position = show('0.55')
  wait(299)
  presses.release(presses.press(position, 'walk'))
  // Later than a double press, which is one.
  wait(400)
  presses.release(presses.press(position, 'walk'))
  assert.deepEqual(
    sent.map(({ worst }) => worst),
    [5_700, 5_500],
  )
})

test('what changed between press and release is refused with its reason, and nothing is sent', () => {
  const cases: readonly (readonly [string, (built: ReturnType<typeof build>) => unknown])[] = [
    ['market moved since the click', ({ show }) => show('0.51')],
    ['mode changed since the click', ({ trading }) => trading.set({ mode: 'SAFE' } as TradingState)],
    ['link to the terminal lost', ({ link }) => (link.isReceiving = false)],
    ['link to the terminal lost', ({ positions }) => positions.update((old) => ({ ...old, current: false }))],
    ['position already closed', ({ positions }) => positions.set({ items: [], current: true })],
    ['an order on this side is being sent', ({ lock }) => lock()],
    [
      'the venue accepts cancels only',
      ({ trading }) => trading.set({ mode: 'ARMED', venue: { mode: 'cancel_only' } } as TradingState),
    ],
  ]
  for (const [reason, change] of cases) {
    const built = build(samplePosition())
    const press = built.presses.press(built.show('0.55'), 'walk')
    change(built)
    assert.equal(refusedText(built.presses.release(press)), reason)
    assert.deepEqual(built.sent, [], reason)
  }
})

test('of a flatten too the better one of two prices within 300 ms counts', () => {
  const { presses, show, wait, walk } = build(samplePosition())
  const flat = (limit: string) => show('0.55', { flat: { ...walk, limit_price: limit } })
  flat('0.57')
  wait(1_000)
  const position = flat('0.55')
  wait(299)
  const price = known(priceFromSteps(5_500))
  assert.equal(presses.worstSeen(position, 'flat', price), 5_700)
  wait(1)
  assert.equal(presses.worstSeen(position, 'flat', price), 5_500)
})

test('a move within the jump that a click bears is sent', () => {
  const { presses, sent, show } = build(samplePosition())
  const press = presses.press(show('0.55'), 'walk')
  show('0.52')
  assert.equal(refusedText(presses.release(press)), '')
  assert.equal(sent.length, 1)
})

test('a stale book, no quote and an order on its way bar the press before it is made', () => {
  const { presses, show, lock } = build(samplePosition())
  assert.equal(presses.barred(show('0.55'), 'walk'), null)
  assert.match(presses.barred(show('0.55', { stale: true, stale_reason: 'gap' }), 'walk') ?? '', /./)
  assert.match(
    presses.barred(
      show('0.55', { exit: null, exit_unavailable_message: 'There is no bid to sell to.' }),
      'walk',
    ) ?? '',
    /There is no bid to sell to/,
  )
  lock()
  assert.equal(presses.barred(show('0.55'), 'walk'), 'an order on this side is being sent')
})
