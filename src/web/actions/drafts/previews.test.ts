import assert from 'node:assert/strict'
import { test } from 'node:test'
import { QueryObserver } from '@tanstack/react-query'
import { encodeRequest } from '#contract/codec/requests.ts'
import { micros } from '#core/money.ts'
import { parsePrice } from '#core/price.ts'
import { err, ok } from '#lib/result.ts'
import type { Client } from '../../platform/api/client.ts'
import { createQueries } from '../../platform/api/queries.ts'
import { createRenewal, previewOf, questionOf } from './previews.ts'
import type { PreviewTerms } from './previews.ts'

const price = parsePrice('0.57')
assert.ok(price !== null)
const ORDER = { outcomeId: 'pm:1', side: 'BUY', price, size: micros(100_000_000n) } as const
const TERMS: PreviewTerms = { orders: [ORDER], timeInForce: 'GTC', postOnly: false, ends: null }
const larger: PreviewTerms = { ...TERMS, orders: [{ ...ORDER, size: micros(200_000_000n) }] }

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

function build() {
  const asked: { readonly body: object; readonly answer: (cost: string | null) => Promise<void> }[] = []
  const timers: (() => void)[] = []
  const client = {
    call: (_: string, { body }: { readonly body: unknown }) =>
      new Promise((resolve) => {
        asked.push({
          body: encodeRequest(body) as object,
          answer(cost) {
            resolve(cost === null ? err({ kind: 'network' }) : ok({ cost }))
            return settled()
          },
        })
      }),
  } as unknown as Client
  const queries = createQueries()
  const of = (terms: PreviewTerms | null) => previewOf({ client, now: () => 0 }, 'ticket', terms)
  const observer = new QueryObserver(queries, of(null))
  const stop = observer.subscribe(() => undefined)
  const { renew } = createRenewal(queries, ['preview', 'ticket'], (_, task) => {
    timers.push(task)
    return () => undefined
  })
  return {
    asked,
    timers,
    stop,
    renew,
    async ask(terms: PreviewTerms | null) {
      await queries.cancelQueries({ queryKey: ['preview', 'ticket'] })
      observer.setOptions({ ...of(terms), enabled: false })
      observer.setOptions(of(terms))
      await settled()
    },
    shown: () => {
      const { data, error } = observer.getCurrentResult()
      return [data?.last?.answer.cost ?? null, data?.question ?? '', error?.fault.kind ?? '']
    },
  }
}

test('figures stay and name their question until the newer answer is there', async (context) => {
  const t = build()
  context.after(t.stop)
  await t.ask(TERMS)
  await t.asked[0]?.answer('57')
  assert.deepEqual(t.shown(), ['57', questionOf(TERMS), ''])
  await t.ask(larger)
  assert.deepEqual(t.shown(), ['57', questionOf(TERMS), ''])
  await t.asked[1]?.answer('114')
  assert.deepEqual(t.shown(), ['114', questionOf(larger), ''])
})

test('an answer to an older question is dropped', async (context) => {
  const t = build()
  context.after(t.stop)
  await t.ask(TERMS)
  await t.ask(larger)
  await t.asked[1]?.answer('114')
  await t.asked[0]?.answer('57')
  assert.deepEqual(t.shown(), ['114', questionOf(larger), ''])
})

test('another outcome or no whole order shows no figures of the former', async (context) => {
  const t = build()
  context.after(t.stop)
  await t.ask(TERMS)
  await t.asked[0]?.answer('57')
  await t.ask({ ...TERMS, orders: [{ ...ORDER, outcomeId: 'pm:2' }] })
  assert.deepEqual(t.shown(), [null, '', ''])
  await t.ask(null)
  assert.deepEqual([t.shown(), t.asked.length], [[null, '', ''], 2])
})

test('a moving book asks again, one question at a time', async (context) => {
  const t = build()
  context.after(t.stop)
  await t.ask(TERMS)
  t.renew()
  t.renew()
  assert.equal(t.timers.length, 1)
  t.timers[0]?.()
  assert.deepEqual([t.asked.length, t.timers.length], [1, 2])
  await t.asked[0]?.answer('57')
  t.timers[1]?.()
  await settled()
  assert.equal(t.asked.length, 2)
  assert.deepEqual(t.shown(), ['57', questionOf(TERMS), ''])
})

test('a question without an answer says so and keeps the old figures', async (context) => {
  const t = build()
  context.after(t.stop)
  await t.ask(TERMS)
  await t.asked[0]?.answer('57')
  await t.ask(larger)
  await t.asked[1]?.answer(null)
  assert.deepEqual(t.shown(), ['57', questionOf(TERMS), 'network'])
})

test('the end of a GTD order counts from the moment of asking', async (context) => {
  const t = build()
  context.after(t.stop)
  await t.ask({ ...TERMS, timeInForce: 'GTD', ends: 5 })
  const { expires_at: end } = (t.asked[0]?.body ?? {}) as { readonly expires_at?: string }
  assert.equal(end, '1970-01-01T00:05:00.000Z')
})

test('only what the terminal takes is asked, whatever else an order of the ticket has', async (context) => {
  const t = build()
  context.after(t.stop)
  await t.ask({ ...TERMS, orders: [{ ...ORDER, outcomeName: 'Herons', isOther: false } as never] })
  assert.deepEqual(Object.keys(t.asked[0]?.body ?? {}).toSorted(), [
    'outcome_id',
    'post_only',
    'price',
    'side',
    'size',
    'time_in_force',
  ])
})
