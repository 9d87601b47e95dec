import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Route } from '../platform/page/route.ts'
import type { Selection } from '../data/markets/selection.ts'
import { tabTitle } from './tab-title.ts'

const GAME = {
  event: { title: 'Herons vs. Comets', markets: [{}, {}] },
  market: { question: 'Herons vs. Comets', groupTitle: null },
  outcome: { name: 'Herons' },
} as unknown as Selection
const SPREAD = {
  ...GAME,
  market: { question: 'Spread: Herons', groupTitle: 'Spread -1.5' },
} as unknown as Selection

const SAFE = { mode: 'SAFE', isPaper: false } as const

test('the title of the tab names the mode, the page and the market, each market of an event apart', () => {
  const titleOf = (route: Route, selection: Selection | null) => tabTitle({ ...SAFE, route, selection })
  const trade = { page: 'trade', slug: null, outcomeId: null } as const
  assert.equal(titleOf(trade, GAME), 'SAFE - Herons, Herons vs. Comets - Sesame')
  assert.equal(titleOf(trade, SPREAD), 'SAFE - Herons, Spread -1.5, Herons vs. Comets - Sesame')
  assert.equal(titleOf(trade, null), 'SAFE - Markets - Sesame')
  assert.equal(titleOf({ page: 'orders' }, GAME), 'SAFE - Orders - Herons, Herons vs. Comets - Sesame')
  assert.equal(titleOf({ page: 'risk' }, null), 'SAFE - Risk limits - Sesame')
  assert.equal(
    titleOf({ page: 'panel', kind: 'ladder' }, GAME),
    'SAFE - Ladder - Herons, Herons vs. Comets - Sesame',
  )
})

test('paper and armed stand first', () => {
  assert.match(
    tabTitle({ mode: 'ARMED', isPaper: true, route: { page: 'health' }, selection: null }),
    /^PAPER ARMED - Health - /,
  )
})
