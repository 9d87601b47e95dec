import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { encodeRequest } from '#contract/codec/requests.ts'
import { attachedExit } from '#contract/records/attached-exits.ts'
import { formatMicros, micros } from '#core/money.ts'
import { parsePrice } from '#core/price.ts'
import type { Price } from '#core/price.ts'
import type { AttachedExit, Client } from '../../platform/api/client.ts'
import { createPairs } from './pairs.ts'
import { createAttachedExits } from '../../actions/attached-exits.ts'
import { exitsInRow, groupExits } from './exit-marks.ts'
import { chipText, markHelp, timesOf } from './exit-mark-text.ts'
import { sampleExit } from '../../features/portfolio/testing/samples.ts'

const price = (text: string): Price => parsePrice(text) ?? assert.fail()

const OWN = {
  outcome_id: 'yes',
  outcome_name: 'Herons',
  state: 'active',
  covered: '120',
  sold: '20',
} as const
const EXIT = sampleExit(OWN)

const PAIRS = new Map([
  ['yes', 'no'],
  ['no', 'yes'],
])
const CENTS = { tick: 100, group: 1 } as const

describe('the marks of exits', () => {
  test('stand at the price of each leg with what is still to be sold, from the other outcome at the complement', () => {
    const said = [...groupExits([EXIT], PAIRS).values()].map(
      ({ outcomeId, side, leg, price: at, size }) =>
        `${outcomeId} ${side} ${leg} ${at} ${formatMicros(size)}`,
    )
    assert.deepEqual(said, [
      'yes SELL target 7000 100',
      'no BUY target 3000 100',
      'yes SELL stop 4000 100',
      'no BUY stop 6000 100',
      'yes SELL trailing 4800 100',
      'no BUY trailing 5200 100',
    ])
  })

  test('of one price and leg are one, in coarse rows those of all its prices, and those that have ended none', () => {
    const exits = [
      EXIT,
      sampleExit({
        ...OWN,
        id: 'b',
        covered: '20',
        stop_price: '0.41',
        target_price: null,
        trailing_price: null,
      }),
      sampleExit({ ...OWN, id: 'c', end: 'removed' }),
    ]
    const marks = groupExits(exits)
    assert.deepEqual(
      exitsInRow(marks, 'yes', 'SELL', price('0.41'), CENTS)[0]?.exits.map(({ id }) => id),
      ['b'],
    )
    const row = exitsInRow(marks, 'yes', 'SELL', price('0.4'), { tick: 100, group: 5 })
    assert.deepEqual(
      row.map(({ leg, exits: those }) => [leg, those.map(({ id }) => id)]),
      [['stop', ['a', 'b']]],
    )
    assert.deepEqual(exitsInRow(marks, 'yes', 'BUY', price('0.4'), CENTS), [])
    assert.equal(
      exitsInRow(marks, 'yes', 'SELL', price('0.4'), CENTS),
      exitsInRow(marks, 'yes', 'SELL', price('0.4'), CENTS),
      'the same answer, so that rows are not drawn again',
    )
  })

  test('a target whose order rests stands there as that order', () => {
    const rests = (exit: AttachedExit) =>
      [...groupExits([exit]).values()].map((mark) => `${mark.leg} ${mark.rests}`)
    assert.equal(rests(EXIT)[0], 'target false')
    assert.equal(rests(sampleExit({ ...OWN, order_ids: ['o'] }))[0], 'target true')
  })

  test('say what they do, how much, and what pauses them', () => {
    const [target, stop] = [...groupExits([{ ...EXIT, state: 'paused', pause: 'safe' }]).values()]
    assert.ok(target !== undefined && stop !== undefined)
    assert.equal(chipText(stop), 'S\u2009100')
    assert.equal(chipText({ leg: 'trailing', size: stop.size }), 'TS\u2009100')
    const cost = micros(80_000_000n)
    assert.deepEqual(markHelp(stop, { size: micros(160_000_000n), cost }), {
      text: 'Stop of 100 Herons: sells at the bids once the best bid is here or below. Brings \u221210.00 est.',
      state: 'paused: SAFE',
      isPaused: true,
    })
    const [rest, beside] = [
      ...groupExits([sampleExit({ ...OWN, state: 'resting', order_ids: ['o'] })]).values(),
    ]
    assert.ok(rest !== undefined && beside !== undefined)
    assert.deepEqual(
      [markHelp(rest, null).state, markHelp(beside, null).state],
      ['target working', 'watching'],
    )
    const [early] = [
      ...groupExits([sampleExit({ ...OWN, covered: '0', sold: '0', state: 'waiting' })]).values(),
    ]
    assert.ok(early !== undefined)
    assert.equal(chipText(early), 'T')
    assert.match(markHelp(early, null).text, /^Target of the Herons that its buy brings/)
    assert.deepEqual(
      timesOf([EXIT], 'yes').map(({ text }) => text),
      ['100 5 min before the start, watching'],
    )
  })
})

describe('INV-73 moving a mark', () => {
  function exitsWith(answer: 'moved' | 'refused') {
    const asked: string[] = []
    const shown: string[] = []
    const call = async (name: string, { body }: { readonly body?: unknown }) => {
      asked.push(`${name} ${JSON.stringify(encodeRequest(body ?? null))}`)
      return answer === 'moved'
        ? { ok: true, value: sampleExit({ ...OWN, stop_price: '0.42' }) }
        : { ok: false, error: { kind: 'problem', problem: { code: 'invalid_exit', detail: 'Too far.' } } }
    }
    const exits = createAttachedExits({
      client: { call } as unknown as Client,
      live: { watch: () => undefined } as never,
      frame: { mark: (task: () => void) => task() } as never,
      announcer: { report: () => undefined } as never,
      toasts: { show: ({ text }: { readonly text: string }) => shown.push(text) } as never,
      pairs: createPairs(),
    })
    exits.list.snapshot({ upsert: [attachedExit.encode(EXIT)], remove: [] })
    const at = (text: string) => exitsInRow(exits.marks.get(), 'yes', 'SELL', price(text), CENTS)
    return { exits, asked, shown, at, mark: at('0.4')[0] ?? assert.fail() }
  }

  test('asks for its leg alone, and the mark stands where the terminal says', async () => {
    const { exits, asked, at, mark } = exitsWith('moved')
    assert.deepEqual(await exits.move(mark, price('0.42')), { ok: true, value: undefined })
    assert.deepEqual(asked, [
      'changeAttachedExit {"legs":{"target":{"price":"0.7"},"stop":{"price":"0.42","slippage_ticks":2},"trailing":{"distance":"0.05","slippage_ticks":3},"time":{"minutes_before_start":5}}}',
    ])
    assert.deepEqual([at('0.4').length, at('0.42').length], [0, 1])
  })

  test('from the other outcome asks for the complement', async () => {
    const { exits, asked, mark } = exitsWith('moved')
    await exits.move({ ...mark, outcomeId: 'no' }, price('0.58'))
    assert.match(asked[0] ?? '', /"stop":{"price":"0.42"/)
  })

  test('that is refused leaves it where it was', async () => {
    const { exits, shown, at, mark } = exitsWith('refused')
    const moved = await exits.move(mark, price('0.42'))
    assert.equal(moved.ok, false)
    assert.deepEqual([at('0.4').length, at('0.42').length], [1, 0])
    exits.cancel(mark)
    await new Promise((done) => setImmediate(done))
    assert.match(shown[0] ?? '', /It still acts[.]$/)
    assert.equal(at('0.4').length, 1)
  })

  test('that has ended meanwhile asks for nothing; the last leg taken off ends the exit', async () => {
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
})
