/**
 * Weekly restart of the venue, over real sockets on a fast clock: a stop that is due sells when the venue takes
 * orders again.
 */
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { micros } from '#core/money.ts'
import { NO_LEGS, type ExitLegs } from '#core/order/attached-exit.ts'
import { priceFromSteps } from '#core/price.ts'
import { createRandom } from '#simulator/random.ts'
import { temporaryDirectory } from '../../harness.ts'
import { createFastClock, createPacedHost } from '../../reliability/fast-clock.ts'
import { createMarketStandIn } from '../../reliability/market-stand-in.ts'
import { startQuietVenue } from '../../reliability/quiet-venue.ts'
import { startTradingRun } from '../../reliability/trading-run.ts'

/** Id of the quiet venue's plain market. */
const MARKET = '4210000'
const RESTART_MS = 60_000
const POST_ONLY_MS = 120_000
const HOUR_MS = 3_600_000
/** A stop sells within 5 s; what is beyond it is the loop that both sides share. */
const WITHIN_MS = 5_000
const SLACK_MS = 3_000
const SHARES = micros(40_000_000n)

function stopAt(steps: number): ExitLegs {
  const price = priceFromSteps(steps)
  assert.ok(price !== null)
  return { ...NO_LEGS, stop: { price, slippageTicks: 5 } }
}

test(
  'INV-66 a stop due as the venue restarts sells within 5 s of the end of post-only, with SAFE, a kill and a clock that jumps in between',
  { timeout: 120_000 },
  async (context) => {
    const host = createPacedHost()
    const venue = await startQuietVenue(context, { seed: 'stops survive', host })
    await venue.placeForeign('BUY', 3_500, 1_000)
    await venue.placeForeign('SELL', 4_500, 1_000)
    const clock = createFastClock(host, 1)
    context.after(() => {
      clock.stop()
      host.stop()
    })
    const market = await createMarketStandIn(venue, [MARKET])
    const [outcomeId] = market.outcomeIds
    assert.ok(outcomeId !== undefined)
    const directory = join(temporaryDirectory(context), 'data')
    mkdirSync(directory, { mode: 0o700 })
    let wrongMs = 0
    let lives = 0
    const reasons: string[] = []

    async function begin() {
      lives += 1
      const own = clock.clockOfRun()
      return await startTradingRun({
        venue,
        market,
        directory,
        clock: { ...own, now: () => own.now() + wrongMs },
        random: createRandom(`stops survive ${lives}`),
        watch: (trading) => trading,
        onLog: () => {},
        prepare: ({ bus }) => {
          bus.subscribe('exit_notice', (notice) => {
            if (notice.what === 'paused') reasons.push(notice.reason)
          })
        },
      })
    }

    let run = await begin()
    context.after(() => run.kill())

    async function setSpeed(speed: number): Promise<void> {
      await venue.control('/clock', { rate: speed })
      clock.setSpeed(speed)
    }

    async function arm(): Promise<void> {
      while (!run.side.trading.arm().ok) await clock.sleep(100)
    }

    /** Waits on the fast clock, fast at first. */
    async function pass(until: number): Promise<void> {
      await setSpeed(40)
      while (clock.now() < until) await clock.sleep(500)
      await setSpeed(5)
    }

    const sold = async (): Promise<number> =>
      (await venue.truth()).fills.reduce(
        (sum, fill) => sum + (fill.side === 'SELL' ? Number(fill.size) : 0),
        0,
      )

    const MEANWHILE = {
      nothing: async () => {},
      safe: async () => {
        run.side.trading.disarm('user')
        await clock.sleep(3_000)
      },
      kill: async () => {
        await run.kill()
        run = await begin()
      },
      'a jump': async () => {
        wrongMs = HOUR_MS
        await clock.sleep(4_000)
        wrongMs = 0
        await clock.sleep(4_000)
      },
    }
    for (const [name, happen] of Object.entries(MEANWHILE)) {
      await arm()
      const before = await sold()
      const put = await run.side.attachedExits.put(outcomeId, SHARES, stopAt(3_000))
      assert.ok(
        put.ok,
        JSON.stringify(put, (_, value) => (typeof value === 'bigint' ? `${value}` : value)),
      )
      const { id } = put.value.exit
      await venue.control('/engine', { mode: 'restarting', for_ms: RESTART_MS })
      const begun = clock.now()
      assert.ok(run.side.attachedExits.change(id, stopAt(4_000)).ok)
      await pass(begun + 20_000)
      assert.equal(run.side.attachedExits.get(id)?.pause, 'venue_restarting', name)
      await happen()
      await arm()
      await pass(begun + RESTART_MS + POST_ONLY_MS - 5_000)
      assert.equal(run.side.attachedExits.get(id)?.pause, 'venue_post_only', name)
      assert.equal(await sold(), before, name)
      const latest = begun + RESTART_MS + POST_ONLY_MS + WITHIN_MS + SLACK_MS
      while (run.side.attachedExits.get(id)?.state !== 'done') {
        assert.ok(clock.now() < latest, `${name}: not sold ${clock.now() - begun} ms after the restart began`)
        await clock.sleep(100)
      }
      assert.equal(await sold(), before + Number(SHARES), name)
    }
    assert.ok(reasons.includes('venue_restarting'))
  },
)
