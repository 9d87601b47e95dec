// A replay's contexts: every way by which the live ones send ends before there is a request.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { replay } from '#contract/records/replay.ts'
import { parsePrice } from '#core/price.ts'
import type { Price } from '#core/price.ts'
import { micros, ZERO } from '#core/money.ts'
import { NO_LEGS } from '#core/order/attached-exit.ts'
import { createStore } from '../../platform/state/store.ts'
import { DEFAULT_SETTINGS } from '#contract/page-settings.ts'
import type { Contexts } from '../../contexts/contexts.ts'
import { createReplayContexts } from './replay-contexts.ts'

const OPENED = replay.decode({
  id: '01890a5d-ac96-774b-9cce-000000000001',
  state: {
    at: '2026-11-20T12:00:00.000Z',
    from: '2026-11-20T11:30:00.000Z',
    to: '2026-11-20T12:30:00.000Z',
    playing: false,
    seeking: false,
    speed: 1,
    markets: 0,
    mode: 'ARMED',
    problem: null,
  },
  marks: [],
  events: [],
})

/** The live contexts as far as a replay uses them; whatever they send is noted. */
function liveContexts() {
  const sent: string[] = []
  const shown: string[] = []
  const send = (name: string) => (): void => void sent.push(name)
  const live = {
    page: {
      now: () => Date.parse('2026-11-23T12:00:00.000Z'),
      client: { call: async (name: string) => void sent.push(name), setCsrfToken: () => undefined },
      toasts: { show: ({ text }: { readonly text: string }) => shown.push(text) },
      settings: createStore(DEFAULT_SETTINGS),
      session: createStore('in'),
      announcer: { report: () => undefined, alert: () => undefined, say: () => undefined },
    },
    trading: {
      trading: createStore({ mode: 'ARMED' }),
      commands: Object.fromEntries(
        ['cancelAll', 'cancelOrders', 'cancelSide', 'cancelMarket', 'disarm', 'addedLater'].map((name) => [
          name,
          send(name),
        ]),
      ),
      clicks: { press: () => ({ mode: 'ARMED' }), release: send('click'), pressTogether: send('basket') },
      moves: { move: send('move'), moveAll: send('moves') },
      exits: { send: send('exit'), release: send('exit') },
      flatten: { send: send('flatten') },
      mint: () => 'id',
    },
    workspace: {},
    marketData: { alerts: { draft: createStore(null) } },
  }
  return { live: live as unknown as Contexts, sent, shown }
}

/** A window whose socket never opens, and without fetch. */
const window = {
  location: { protocol: 'http:', host: 'localhost' },
  setTimeout: () => 0,
  clearTimeout: () => undefined,
  WebSocket: class {
    addEventListener(): void {}
    close(): void {}
  },
}

test('INV-70 whatever sends in the live contexts is refused in words in those of a replay, and nothing is asked for', async (context) => {
  Object.assign(globalThis, { window })
  context.after(() => Reflect.deleteProperty(globalThis, 'window'))
  const { live, sent, shown } = liveContexts()
  const { contexts } = createReplayContexts(live, OPENED)
  const { trading, page, marketData } = contexts
  const price = parsePrice('0.5') ?? (5_000 as Price)
  const aim = {
    outcomeId: 'pm:2',
    outcomeName: 'Yes',
    side: 'BUY',
    price,
    size: micros(1_000_000n),
    other: null,
  } as const
  const press = trading.clicks.press(aim)
  const terms = { timeInForce: 'GTC', postOnly: false, expiresAt: null } as const
  const answers = [
    trading.clicks.release(press, terms, 100, Infinity),
    trading.clicks.pressTogether([aim], terms),
    trading.moves.move([]),
    trading.exits.release({} as never),
    trading.flatten.send({} as never),
  ]
  for (const { intents, refusals } of answers) assert.deepEqual([intents.length, refusals.length], [0, 1])
  trading.commands.cancelOrders(['pm:0x1'])
  trading.commands.cancelSide('BUY')
  trading.commands.cancelMarket({ outcomeId: 'pm:2' })
  ;(trading.commands as unknown as { readonly addedLater: () => void }).addedLater()
  trading.draft.set(null)
  marketData.alerts.draft.set(null)
  assert.equal(shown.length, 6)
  assert.ok(shown.every((text) => text.startsWith('REPLAY')))
  const calls = [
    trading.commands.arm(),
    page.client.call('placeOrder', {} as never),
    trading.attachedExits.attach('pm:2', ZERO, NO_LEGS),
    trading.combos.dismiss({} as never),
  ]
  for (const answer of await Promise.all(calls)) assert.equal(answer.ok, false)
  assert.equal(trading.trading.get(), null)
  assert.deepEqual(sent, [])
  // The one button beside it is the live account's.
  trading.commands.cancelAll()
  assert.deepEqual(sent, ['cancelAll'])
})
