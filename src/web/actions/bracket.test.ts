import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { encodeRequest } from '#contract/codec/requests.ts'
import { attachedExit } from '#contract/records/attached-exits.ts'
import { NO_LEGS } from '#core/order/attached-exit.ts'
import { parsePrice } from '#core/price.ts'
import type { Price } from '#core/price.ts'
import type { Client } from '../platform/api/client.ts'
import { exitsInRow } from '../data/account/exit-marks.ts'
import { createPairs } from '../data/account/own-levels.ts'
import { pricesIn } from '../data/settings/prices.ts'
import { sampleExit } from '../features/portfolio/testing/samples.ts'
import { createAttachedExits } from './bracket.ts'
import { uuidV7 } from './guard.ts'
import { createIntents } from './send.ts'

const CENTS = { tick: 100, group: 1 } as const
const price = (text: string): Price => parsePrice(text) ?? assert.fail()

const OWN = {
  outcome_id: 'yes',
  outcome_name: 'Herons',
  state: 'active',
  covered: '120',
  sold: '20',
} as const
const EXIT = sampleExit(OWN)

function exitsWith(answer: 'moved' | 'refused' | 'silent') {
  const asked: string[] = []
  const shown: string[] = []
  const said: string[] = []
  const waiting: (() => void)[] = []
  const call = async (name: string, { body }: { readonly body?: unknown }) => {
    asked.push(`${name} ${JSON.stringify(encodeRequest(body ?? null))}`)
    if (answer === 'silent') return { ok: false, error: { kind: 'timeout' } }
    return answer === 'moved'
      ? { ok: true, value: sampleExit({ ...OWN, stop_price: '0.42' }) }
      : { ok: false, error: { kind: 'problem', problem: { code: 'invalid_exit', detail: 'Too far.' } } }
  }
  const client = { call } as unknown as Client
  let minted = 0
  const exits = createAttachedExits({
    client,
    intents: createIntents({
      client,
      now: () => 0,
      after: (_ms, task) => void waiting.push(task),
      prices: () => pricesIn('price'),
      onSettled: () => undefined,
      orders: () => [],
    }),
    mint: () => uuidV7(++minted, new Uint8Array(10)),
    live: { watch: () => undefined } as never,
    frame: { mark: (task: () => void) => task() } as never,
    announcer: { report: (text: string) => said.push(text) } as never,
    toasts: {
      show: ({ text }: { readonly text: string }) => shown.push(text),
      withdraw: () => shown.splice(0),
    } as never,
    pairs: createPairs(),
  })
  exits.list.snapshot({ upsert: [attachedExit.encode(EXIT)], remove: [] })
  /** Lets the timers that wait run out. */
  const wait = async () => {
    for (const task of waiting.splice(0)) task()
    await setImmediate()
  }
  const at = (text: string) => exitsInRow(exits.marks.get(), 'yes', 'SELL', price(text), CENTS)
  return { exits, asked, shown, said, wait, at, mark: at('0.4')[0] ?? assert.fail() }
}

test('INV-73 moving a mark asks for its leg alone, and the mark stands where the terminal says', async () => {
  const { exits, asked, at, mark } = exitsWith('moved')
  assert.deepEqual(await exits.move(mark, price('0.42')), { ok: true, value: undefined })
  assert.deepEqual(asked, [
    'changeAttachedExit {"legs":{"target":{"price":"0.7"},"stop":{"price":"0.42","slippage_ticks":2},"trailing":{"distance":"0.05","slippage_ticks":3},"time":{"minutes_before_start":5}}}',
  ])
  assert.deepEqual([at('0.4').length, at('0.42').length], [0, 1])
})

test('INV-73 moving a mark from the other outcome asks for the complement', async () => {
  const { exits, asked, mark } = exitsWith('moved')
  await exits.move({ ...mark, outcomeId: 'no' }, price('0.58'))
  assert.match(asked[0] ?? '', /"stop":{"price":"0.42"/)
})

test('INV-73 moving a mark that is refused leaves it where it was', async () => {
  const { exits, shown, at, mark } = exitsWith('refused')
  const moved = await exits.move(mark, price('0.42'))
  assert.equal(moved.ok, false)
  assert.deepEqual([at('0.4').length, at('0.42').length], [1, 0])
  exits.cancel(mark)
  await setImmediate()
  assert.match(shown[0] ?? '', /It is still active[.]$/)
  assert.equal(at('0.4').length, 1)
})

test('INV-73 moving a mark that has ended meanwhile asks for nothing; the last leg taken off ends the exit', async () => {
  const { exits, asked, mark } = exitsWith('moved')
  exits.list.delta({ upsert: [attachedExit.encode({ ...EXIT, end: 'filled' })], remove: [] })
  assert.equal((await exits.move(mark, null)).ok, false)
  assert.deepEqual(asked, [])
  const alone = sampleExit({
    ...OWN,
    target_price: null,
    trailing_distance: null,
    minutes_before_start: null,
  })
  exits.list.delta({ upsert: [attachedExit.encode(alone)], remove: [] })
  await exits.move(mark, null)
  assert.deepEqual(asked, ['removeAttachedExit null'])
})

test('a target and a stop are set by one request, in the exits that are attached or as one of its own', async () => {
  const { exits, asked } = exitsWith('moved')
  exits.put('yes', EXIT.covered, { target: price('0.8'), stop: price('0.3') })
  exits.put('no', EXIT.covered, { target: price('0.8'), stop: price('0.3') })
  await setImmediate()
  assert.deepEqual(asked, [
    'changeAttachedExit {"legs":{"target":{"price":"0.8"},"stop":{"price":"0.3","slippage_ticks":2},"trailing":{"distance":"0.05","slippage_ticks":3},"time":{"minutes_before_start":5}}}',
    'attachExit {"outcome_id":"no","size":"120","legs":{"target":{"price":"0.8"},"stop":{"price":"0.3","slippage_ticks":3}}}',
  ])
})

test('a target that the terminal refuses is said and shown with the reason', async () => {
  const { exits, shown, said } = exitsWith('refused')
  exits.put('no', EXIT.covered, { target: price('0.8') })
  await setImmediate()
  assert.deepEqual(
    [said, shown.map((text) => /Too far[.]/.test(text))],
    [['Target not set: Too far.'], [true]],
  )
})

test('INV-05 INV-73 a change without an answer is asked for once and looked up in the list of exits', async () => {
  const { exits, asked, said, wait, mark } = exitsWith('silent')
  const moved = await exits.move(mark, price('0.42'))
  assert.match(moved.ok ? '' : moved.error, /See the list of exits[.]$/)
  await wait()
  assert.deepEqual(said, [])
  exits.list.delta({ upsert: [attachedExit.encode({ ...EXIT, stopPrice: price('0.42') })], remove: [] })
  await wait()
  assert.deepEqual([asked.length, said], [1, ['Exit moved']])
})

test('INV-73 a removal without an answer warns until the list of exits shows that it has ended', async () => {
  const { exits, asked, shown, wait, mark } = exitsWith('silent')
  exits.list.delta({
    upsert: [
      attachedExit.encode({ ...EXIT, targetPrice: null, trailingDistance: null, minutesBeforeStart: null }),
    ],
    remove: [],
  })
  exits.cancel(mark)
  await setImmediate()
  assert.equal(shown.length, 1)
  exits.list.delta({ upsert: [attachedExit.encode({ ...EXIT, end: 'removed' })], remove: [] })
  await wait()
  assert.deepEqual([asked, shown], [['removeAttachedExit null'], []])
})

test('an attached exit without an answer and without a trace is said to have never arrived', async () => {
  const { exits, asked, said, wait } = exitsWith('silent')
  await exits.attach('yes', EXIT.covered, { ...NO_LEGS, target: { price: price('0.9') } })
  for (let turn = 0; turn < 4; turn += 1) await wait()
  assert.deepEqual([asked.length, said], [1, ['Exit attached? It never reached the terminal']])
})

test('INV-05 a buy stop without an answer is, pressed again, the same one; after a refusal it is another', async () => {
  const legs = { ...NO_LEGS, entry: { price: price('0.6'), size: EXIT.covered, slippageTicks: 2 } }
  for (const [answer, isSame] of [
    ['silent', true],
    ['refused', false],
  ] as const) {
    const { exits, asked } = exitsWith(answer)
    await exits.attach('yes', null, legs)
    await exits.attach('yes', null, legs)
    assert.deepEqual([asked.length, asked[0] === asked[1]], [2, isSame])
  }
})
