import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { parsePrice } from '#core/price.ts'
import { err, ok } from '#lib/result.ts'
import type { Client, Event } from '../platform/api/client.ts'
import { createEventCache } from '../platform/api/event-cache.ts'
import { amountIn } from '../platform/format/figures.ts'
import { parseRoute } from '../platform/page/route.ts'
import type { Route } from '../platform/page/route.ts'
import { createStore } from '../platform/state/store.ts'
import type { Selection } from '../data/markets/selection.ts'
import { createFirstMarket, mostTraded } from './first-market.ts'
import { createFollowed } from '../layouts/followed.ts'

type Sample = {
  readonly id: string
  readonly volume: string
  readonly open?: boolean
  readonly at?: readonly [string, string]
}

function sampleEvent(id: string, markets: readonly Sample[]): Event {
  return {
    id,
    slug: `slug-${id}`,
    markets: markets.map(({ id: market, volume, open = true, at: [bid, ask] = ['0.4', '0.5'] }) => ({
      id: market,
      volume: amountIn(volume),
      status: open ? 'open' : 'closed',
      acceptingOrders: open,
      outcomes: [
        { id: `pm:${market}1`, bestBid: parsePrice(bid), bestAsk: parsePrice(ask) },
        { id: `pm:${market}2` },
      ],
    })),
  } as unknown as Event
}

const BUSY = sampleEvent('busy', [
  { id: '1', volume: '9.5' },
  { id: '2', volume: '1200' },
  { id: '3', volume: '90000', open: false },
])

function build(options: {
  readonly address?: string
  readonly remembered?: string
  readonly answers?: readonly (readonly Event[])[]
}) {
  const answers = [...(options.answers ?? [[BUSY]])]
  const asked: string[] = []
  const call = (name: string) => {
    asked.push(name)
    const items = answers.shift()
    return Promise.resolve(items === undefined ? err({ kind: 'network' }) : ok({ items, nextCursor: null }))
  }
  const read = (text: string) => {
    const url = new URL(text, 'http://page')
    return parseRoute(url.pathname, url.search)
  }
  const route = createStore<Route>(read(options.address ?? '/'))
  const went: string[] = []
  const steps: string[] = []
  const router = {
    ...route,
    go(address: string, replace = false) {
      went.push(address)
      if (!replace) steps.push(address)
      route.set(read(address))
    },
  }
  const selection = createStore<Selection | null>(null)
  const events = createEventCache(() => Promise.resolve(ok(BUSY)))
  const kept = options.remembered === undefined ? null : JSON.stringify(at(options.remembered))
  const storage = { getItem: () => kept, setItem: () => undefined }
  const timers: (() => void)[] = []
  const { openOnce, open } = createFirstMarket({
    client: { call: call as unknown as Client['call'] },
    router,
    selection,
    followed: createFollowed({ selection, router, events, storage }),
    after: (_, task) => {
      timers.push(task)
      return () => undefined
    },
  })
  const lapse = () => {
    for (const task of timers.splice(0)) task()
  }
  return { openOnce, open, went, steps, asked, router, lapse }
}

const at = (outcomeId: string) => ({ eventId: 'busy', outcomeId })

test('the first visit opens what is traded most, once', async () => {
  const { openOnce, went, asked } = build({})
  openOnce()
  await setImmediate()
  openOnce()
  await setImmediate()
  assert.deepEqual(went, ['/event/slug-busy?outcome=21'])
  assert.deepEqual(asked, ['search'])
})

test('a catalog that is still empty is asked again', async () => {
  const { openOnce, went, lapse } = build({ answers: [[], [BUSY]] })
  openOnce()
  await setImmediate()
  assert.deepEqual(went, [])
  lapse()
  await setImmediate()
  assert.equal(went.length, 1)
})

test('a page opened again without a market shows the one it had', async () => {
  const { openOnce, went, asked } = build({ remembered: 'pm:12' })
  openOnce()
  await setImmediate()
  assert.deepEqual(went, ['/event/slug-busy?outcome=12'])
  assert.deepEqual(asked, [])
})

test('asked for, it is a step, and comes as often as it is asked for', async () => {
  const known = build({ remembered: 'pm:12' })
  known.openOnce()
  await setImmediate()
  assert.deepEqual(known.steps, [])
  known.router.go('/', true)
  known.open()
  const first = build({})
  first.open()
  await setImmediate()
  assert.deepEqual(known.steps, ['/event/slug-busy?outcome=12'])
  assert.deepEqual(first.steps, ['/event/slug-busy?outcome=21'])
})

test('nothing is opened over an address or over a choice made meanwhile', async () => {
  const addressed = build({ address: '/event/other' })
  const later = build({})
  for (const { openOnce } of [addressed, later]) openOnce()
  later.router.go('/event/mine')
  await setImmediate()
  assert.deepEqual([addressed.went, later.went], [[], ['/event/mine']])
  assert.deepEqual(addressed.asked, [])
})

test('what is traded most takes orders and, if there is any such market, is not as good as decided', () => {
  const closed = sampleEvent('over', [{ id: '7', volume: '1', open: false }])
  assert.equal(mostTraded([closed, BUSY])?.outcome.id, 'pm:21')
  assert.equal(mostTraded([closed]), null)
  const decided = sampleEvent('decided', [{ id: '8', volume: '5', at: ['0.006', '0.007'] }])
  assert.equal(mostTraded([decided, BUSY])?.outcome.id, 'pm:21')
  assert.equal(mostTraded([decided])?.outcome.id, 'pm:81')
})
