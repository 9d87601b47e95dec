import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeRequest } from '#contract/codec/requests.ts'
import { micros } from '#core/money.ts'
import { parsePrice } from '#core/price.ts'
import { err, ok } from '#lib/result.ts'
import type { Client } from '../../platform/api/client.ts'
import { createPreviews, DEBOUNCE_MS } from './previews.ts'
import type { PreviewTerms } from './previews.ts'

const price = parsePrice('0.57')
assert.ok(price !== null)
const ORDER = { outcomeId: 'pm:1', side: 'BUY', price, size: micros(100_000_000n) } as const
const TERMS: PreviewTerms = { orders: [ORDER], timeInForce: 'GTC', postOnly: false, ends: null }
const larger: PreviewTerms = { ...TERMS, orders: [{ ...ORDER, size: micros(200_000_000n) }] }

type Asked = {
  readonly body: { readonly size: string; readonly expires_at?: string }
  readonly signal: AbortSignal
}

function build() {
  const asked: (Asked & { readonly answer: (cost: string | null) => Promise<void> })[] = []
  const timers: { readonly ms: number; task: (() => void) | null }[] = []
  const client = {
    call: (_: string, input: { readonly body: unknown }, { signal }: { readonly signal: AbortSignal }) =>
      new Promise((resolve) => {
        asked.push({
          body: encodeRequest(input.body) as Asked['body'],
          signal,
          answer: async (cost) => {
            resolve(cost === null ? err({ kind: 'network' }) : ok({ cost, book_seq: 1 }))
            await new Promise((next) => {
              setImmediate(next)
            })
          },
        })
      }),
  } as unknown as Client
  const previews = createPreviews({
    client,
    now: () => 0,
    after: (ms, task) => {
      const timer: { readonly ms: number; task: (() => void) | null } = { ms, task }
      timers.push(timer)
      return () => {
        timer.task = null
      }
    },
  })
  return {
    previews,
    asked,
    waiting: () => timers.filter((timer) => timer.task !== null).map((timer) => timer.ms),
    tick: () => {
      for (const timer of timers) {
        const { task } = timer
        timer.task = null
        task?.()
      }
    },
    cost: () => previews.state.get().last?.answer.cost ?? null,
  }
}

test('what is typed is asked once, 80 ms after the last change', () => {
  const t = build()
  t.previews.ask(TERMS)
  t.previews.ask(larger)
  t.previews.ask({ ...larger })
  assert.deepEqual(t.waiting(), [DEBOUNCE_MS])
  assert.equal(t.asked.length, 0)
  t.tick()
  assert.deepEqual(
    t.asked.map(({ body }) => body.size),
    ['200'],
  )
})

test('figures stay, marked as not current, until the newer answer is there', async () => {
  const t = build()
  t.previews.ask(TERMS)
  t.tick()
  await t.asked[0]?.answer('57')
  assert.deepEqual([t.cost(), t.previews.state.get().isCurrent], ['57', true])
  t.previews.ask(larger)
  assert.deepEqual([t.cost(), t.previews.state.get().isCurrent], ['57', false])
  t.tick()
  await t.asked[1]?.answer('114')
  assert.deepEqual([t.cost(), t.previews.state.get().isCurrent], ['114', true])
})

test('an answer to an older question is dropped', async () => {
  const t = build()
  t.previews.ask(TERMS)
  t.tick()
  t.previews.ask(larger)
  t.tick()
  await t.asked[1]?.answer('114')
  await t.asked[0]?.answer('57')
  assert.equal(t.cost(), '114')
  assert.equal(t.asked[0]?.signal.aborted, true)
})

test('another outcome or no whole order shows no figures of the former', async () => {
  const t = build()
  t.previews.ask(TERMS)
  t.tick()
  await t.asked[0]?.answer('57')
  t.previews.ask({ ...TERMS, orders: [{ ...ORDER, outcomeId: 'pm:2' }] })
  assert.equal(t.cost(), null)
  t.previews.ask(null)
  assert.deepEqual(t.waiting(), [])
})

test('a moving book asks again, one question at a time, and the figures do not dim for it', async () => {
  const t = build()
  t.previews.ask(TERMS)
  t.tick()
  t.previews.renew()
  t.previews.renew()
  assert.equal(t.asked.length, 1)
  await t.asked[0]?.answer('57')
  assert.equal(t.previews.state.get().isCurrent, true)
  t.previews.renew()
  assert.equal(t.waiting().length, 1)
  t.tick()
  assert.equal(t.asked.length, 2)
})

test('a question without an answer says so and keeps the old figures', async () => {
  const t = build()
  t.previews.ask(TERMS)
  t.tick()
  await t.asked[0]?.answer('57')
  t.previews.ask(larger)
  t.tick()
  await t.asked[1]?.answer(null)
  assert.equal(t.cost(), '57')
  assert.equal(t.previews.state.get().isCurrent, false)
  assert.match(t.previews.state.get().fault, /cannot be reached/)
})

test('the end of a GTD order counts from the moment of asking', () => {
  const t = build()
  t.previews.ask({ ...TERMS, timeInForce: 'GTD', ends: 5 })
  t.tick()
  assert.equal(t.asked[0]?.body.expires_at, '1970-01-01T00:05:00.000Z')
})

test('only what the terminal takes is asked, whatever else an order of the ticket has', () => {
  const t = build()
  const order = { ...ORDER, outcomeName: 'Herons', isOther: false }
  t.previews.ask({ ...TERMS, orders: [order] })
  t.tick()
  assert.deepEqual(Object.keys(t.asked[0]?.body ?? {}).toSorted(), [
    'outcome_id',
    'post_only',
    'price',
    'side',
    'size',
    'time_in_force',
  ])
})
