// Rules shown here: PAGE-2.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { ok } from '#lib/result.ts'
import { createEventCache } from '../../platform/api/event-cache.ts'
import type { Event } from '../../platform/api/client.ts'
import { createRouter, eventAddress } from '../../platform/page/route.ts'
import { createStore } from '../../platform/state/store.ts'
import { findSelection } from '../../data/markets/selection.ts'
import type { Selection } from '../../data/markets/selection.ts'
import { keepSelectionInAddress } from './selection-in-address.ts'
import { createFollowed } from '../../layouts/followed.ts'

/** An event whose outcomes are `pm:<first>1` and `pm:<first>2`. */
function sampleEvent(first: string, slug: string): Event {
  const outcomes = [{ id: `pm:${first}1` }, { id: `pm:${first}2` }]
  const market = { id: `pm:m${first}`, acceptingOrders: true, status: 'open', outcomes }
  return { id: `pm:${first}`, slug, markets: [market] } as unknown as Event
}

const DERBY = sampleEvent('1', 'derby')
const FINAL = sampleEvent('2', 'cup: the final?')
const EVENTS = [DERBY, FINAL]

/** As much of a browser's window as the router uses: an address and where it came from. */
function createView(address: string): { readonly view: Window; readonly back: () => void } {
  const steps = [address]
  let pop = (): void => undefined
  const here = () => new URL(steps.at(-1) ?? '/', 'http://page')
  const view = {
    get location() {
      return { pathname: here().pathname, search: here().search }
    },
    history: {
      replaceState: (_state: unknown, _unused: string, to: string) => void steps.splice(-1, 1, to),
      pushState: (_state: unknown, _unused: string, to: string) => void steps.push(to),
    },
    addEventListener: (_type: string, listener: () => void) => {
      pop = listener
    },
  } as unknown as Window
  const back = (): void => {
    steps.pop()
    pop()
  }
  return { view, back }
}

/** A page at an address, in a browser that had an outcome selected before. */
function open(address: string, remembered: string | null = null) {
  const { view, back } = createView(address)
  const router = createRouter(view)
  const selection = createStore<Selection | null>(null)
  const events = createEventCache(() => Promise.resolve(ok(DERBY)))
  const kept = JSON.stringify(remembered === null ? {} : { eventId: DERBY.id, outcomeId: remembered })
  const followed = createFollowed({
    selection,
    router,
    events,
    storage: { getItem: () => kept, setItem: () => undefined },
  })
  const asked: string[] = []
  keepSelectionInAddress({
    router,
    followed,
    readEvent(slug) {
      asked.push(slug)
      return Promise.resolve(EVENTS.find((one) => one.slug === slug) ?? null)
    },
  })
  const choose = (event: Event, outcomeId: string) => followed.choose(findSelection(event, outcomeId))
  return {
    router,
    back,
    choose,
    asked,
    selected: () => selection.get()?.outcome.id ?? null,
    address: () => view.location.pathname + view.location.search,
  }
}

describe('the selection in the address of a view', () => {
  test('is in the address of the view, follows each choice, and a page opened at that address selects it', async () => {
    const page = open('/event/derby?outcome=11')
    page.choose(DERBY, 'pm:11')
    page.router.go('/portfolio')
    assert.equal(page.address(), '/portfolio?beside=11:derby')
    page.choose(DERBY, 'pm:12')
    page.choose(FINAL, 'pm:22')

    const other = open(page.address(), 'pm:11')
    await setImmediate()
    assert.equal(other.selected(), 'pm:22')
    assert.equal(other.address(), page.address())
    assert.deepEqual(other.router.get(), { page: 'portfolio' })
  })

  test('an address without one gets what this browser had selected', async () => {
    const page = open('/audit', 'pm:12')
    await setImmediate()
    assert.equal(page.selected(), 'pm:12')
    assert.equal(page.address(), '/audit?beside=12:derby')
  })

  test('an outcome that there is not leaves this browser as it was', async () => {
    for (const inAddress of ['99:derby', '11:nothing', 'x:derby', '11']) {
      const page = open(`/games?beside=${inAddress}`, 'pm:12')
      await setImmediate()
      await setImmediate()
      assert.equal(page.selected(), 'pm:12', inAddress)
      assert.equal(page.address(), '/games?beside=12:derby')
    }
  })

  test('the filter of a view stays, and to open the same view again is no step', async () => {
    const page = open('/portfolio/fills?outcome=5')
    page.choose(FINAL, 'pm:21')
    assert.deepEqual(page.router.get(), { page: 'fills', outcomeId: 'pm:5' })
    const address = page.address()
    assert.match(address, /^\/portfolio\/fills\?outcome=5&beside=21:/)
    page.router.go('/portfolio/fills?outcome=5')
    assert.equal(page.address(), address)
    page.router.go('/portfolio/fills')
    assert.match(page.address(), /^\/portfolio\/fills\?beside=21:/)
    page.back()
    await setImmediate()
    assert.equal(page.address(), address)
  })

  test('Back brings what was selected there', async () => {
    const page = open('/health')
    page.choose(DERBY, 'pm:11')
    page.router.go('/audit')
    page.choose(FINAL, 'pm:22')
    page.back()
    await setImmediate()
    assert.equal(page.selected(), 'pm:11')
    assert.equal(page.address(), '/health?beside=11:derby')
    assert.deepEqual(page.asked, ['derby'])
  })

  test('a market of its own has its own address, and nothing beside', () => {
    const page = open('/audit')
    page.choose(DERBY, 'pm:11')
    page.router.go(eventAddress('derby', 'pm:11'))
    page.choose(DERBY, 'pm:12')
    assert.equal(page.address(), '/event/derby?outcome=11')
  })
})
