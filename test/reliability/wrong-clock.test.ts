/** A clock that is wrong for a while, over real sockets: what it costs, and when it is over. */
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { parseClientOrderId } from '#core/ids.ts'
import { micros } from '#core/money.ts'
import { parsePrice } from '#core/price.ts'
import type { TradingModule } from '#engine/assembly/trading-module.ts'
import { createRandom } from '#simulator/random.ts'
import { createTestClock } from '#venue/testing/host.ts'
import { temporaryDirectory } from '../harness.ts'
import { waitFor } from '../wait-for.ts'
import { createMarketStandIn } from './market-stand-in.ts'
import { startQuietVenue, type QuietVenue } from './quiet-venue.ts'
import { openAtVenue } from './truth.ts'
import { portRandom, startTradingRun } from './trading-run.ts'

const HOUR_MS = 3_600_000
/** Id of the quiet venue's plain market. */
const MARKET = '4210000'

type Scene = {
  readonly venue: QuietVenue
  readonly side: TradingModule
  /** Moves the wall clock of the terminal so far from the true time. */
  readonly setWrong: (byMs: number) => void
  readonly place: () => Promise<void>
  /** Own orders that rest at the venue. */
  readonly resting: () => Promise<number>
  /** How many heartbeats the venue has taken. */
  readonly beats: () => Promise<number>
  /** How often the venue was asked for new credentials. */
  readonly asked: () => Promise<number>
}

/** A terminal that is armed, on its own clock. */
async function armed(context: TestContext, options: { readonly hasHeartbeat?: true } = {}): Promise<Scene> {
  const venue = await startQuietVenue(context, { seed: 'wrong clock' })
  await venue.placeForeign('BUY', 3_500, 100)
  await venue.placeForeign('SELL', 4_500, 100)
  const market = await createMarketStandIn(venue, [MARKET])
  await market.refresh()
  const directory = join(temporaryDirectory(context), 'data')
  mkdirSync(directory, { mode: 0o700 })
  let wrongMs = 0
  const clock = { ...createTestClock(), now: () => Date.now() + wrongMs, end: () => {} }
  const random = createRandom('wrong clock')
  const run = await startTradingRun({
    venue,
    market,
    directory,
    clock,
    random: random.fork('life'),
    watch: (trading) => trading,
    onLog: () => {},
    prepare: () => {},
    ...options,
  })
  context.after(() => run.stop(() => {}))
  const { side } = run
  await waitFor('the terminal to be armed', () => side.trading.arm().ok)
  const ids = portRandom(random.fork('ids'), clock)

  async function place(): Promise<void> {
    const clientOrderId = parseClientOrderId(ids.uuidV7())
    const [outcomeId] = market.outcomeIds
    const price = parsePrice('0.3')
    assert.ok(clientOrderId !== null && outcomeId !== undefined && price !== null)
    const terms = { outcomeId, side: 'BUY', price, size: micros(10_000_000n) } as const
    const rest = { timeInForce: 'GTC', postOnly: true, expiresAt: null, evidence: null } as const
    const placed = await side.orders.place({ clientOrderId, ...terms, ...rest })
    assert.equal(placed.ok && placed.value.result, 'accepted', JSON.stringify(placed, noBigint))
  }

  return {
    venue,
    side,
    setWrong(byMs) {
      wrongMs = byMs
    },
    place,
    resting: async () => openAtVenue(await venue.truth()).length,
    beats: async () =>
      (await venue.truth()).requests.filter(({ path, status }) => path === '/v1/heartbeats' && status === 200)
        .length,
    asked: async () =>
      (await venue.truth()).requests.filter(({ path }) => /^\/auth\/(?:derive-)?api-key$/.test(path)).length,
  }
}

const noBigint = (_key: string, value: unknown): unknown =>
  typeof value === 'bigint' ? value.toString() : value

const isReady = ({ side }: Scene): boolean => side.status.read().credentials.state === 'ready'

for (const [name, byMs] of [
  ['ahead', HOUR_MS],
  ['behind', -HOUR_MS],
] as const) {
  test(`INV-51 a clock that is an hour ${name} for a moment: cancels go on, the clock is named, and it is over with it`, async (context) => {
    const scene = await armed(context)
    const { side } = scene
    await scene.place()
    const asked = await scene.asked()
    scene.setWrong(byMs)
    await waitFor('a refusal by the venue', () => !isReady(scene))
    const { state, detail } = side.status.read().credentials
    assert.equal(state, 'pending')
    assert.match(
      detail ?? '',
      new RegExp(`clock is 60 min ${name === 'ahead' ? 'ahead of' : 'behind'} the venue`),
    )
    assert.equal(await scene.resting(), 1)
    const result = await side.orders.cancelAll()
    assert.deepEqual(result.failed, [])
    assert.equal(await scene.resting(), 0)
    scene.setWrong(0)
    await waitFor('working credentials', () => isReady(scene), 10_000)
    await waitFor('the terminal to be armed again', () => side.trading.arm().ok)
    await scene.place()
    assert.equal(await scene.asked(), asked)
  })
}

test("INV-51 a difference that comes without a jump of ours is noticed by the venue's refusal, and its end within ten seconds", async (context) => {
  const scene = await armed(context)
  await scene.place()
  assert.equal(await scene.resting(), 1)
  await scene.venue.control('/clock', { skew_ms: HOUR_MS })
  await waitFor('a refusal by the venue', () => !isReady(scene))
  assert.equal(scene.side.status.read().credentials.state, 'pending')
  assert.deepEqual((await scene.side.orders.cancelAll()).failed, [])
  await scene.venue.control('/clock', { skew_ms: 0 })
  await waitFor('working credentials', () => isReady(scene), 10_000)
})

test('INV-51 Cancel All asks the venue with the last credentials known while they count as failed', async (context) => {
  const scene = await armed(context)
  await scene.place()
  for (const name of ['auth.401_forever', 'auth.l1_401']) await scene.venue.control('/faults', { name })
  await waitFor('failed credentials', () => scene.side.status.read().credentials.state === 'failed')
  assert.equal(await scene.resting(), 1)
  const refused = await scene.side.orders.cancelAll()
  assert.match(refused.failed[0]?.rejection.message ?? '', /refused the credentials/)
  await scene.venue.control('/faults', undefined, 'DELETE')
  const result = await scene.side.orders.cancelAll()
  assert.deepEqual([result.failed, await scene.resting()], [[], 0])
  assert.equal(scene.side.status.read().credentials.state, 'failed')
})

test('INV-44 INV-51 heartbeats go on through a wrong clock, and the venue cancels nothing', async (context) => {
  const scene = await armed(context, { hasHeartbeat: true })
  await waitFor('a first heartbeat', async () => (await scene.beats()) > 0)
  await scene.place()
  scene.setWrong(HOUR_MS)
  await waitFor('a refusal by the venue', () => !isReady(scene))
  const before = await scene.beats()
  // Three of them are 10 s at least: so long without one and the venue cancels.
  await waitFor('heartbeats', async () => (await scene.beats()) >= before + 3, 30_000)
  assert.equal(await scene.resting(), 1)
})
