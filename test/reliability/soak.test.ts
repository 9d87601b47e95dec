/**
 * A terminal that trades for a long time while its connections are cut again and again: afterwards it holds as many handles and
 * as much memory as before. Not part of `npm test`: SESAME_SOAK=30 runs it for 30 minutes with some
 * 500 connections made again, SESAME_SOAK=1 for one.
 */
import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client, Live } from '../client.ts'
import { startTerminalProcess, temporaryDirectory } from '../harness.ts'
import { arm, findTradable, restingBuy } from '../market.ts'
import { waitFor } from '../wait-for.ts'
import { environment } from './environment.ts'
import { gaugesOf, reportingInto, type Gauges } from './gauges.ts'

const minutes = Number(environment('SESAME_SOAK') ?? '0')
/** Reconnections of the feeds and of the page together. */
const RECONNECTIONS_A_MINUTE = 500 / 30
const CUT_EVERY_MS = 3_000
/** Memory of a process settles once it has worked. */
const WARM_UP_CUTS = 4
const MEMORY_WITHIN_BYTES = 30 * 2 ** 20
const CHANNELS = ['ws_market', 'ws_user'] as const
const SETTLED_WITHIN_MS = 120_000
const ORDER_EVERY_MS = 5_000

test(
  'handles and memory are back where they were after hours of cut connections',
  { skip: minutes === 0 && 'SESAME_SOAK is not set', timeout: minutes * 120_000 + 300_000 },
  async (context) => {
    const reports = temporaryDirectory(context)
    const terminal = await startTerminalProcess(context, {
      env: { HEARTBEAT: 'on', NODE_OPTIONS: `--max-old-space-size=192 ${reportingInto(reports)}` },
    })
    const client = terminal.client()
    const gauges = (): Promise<Gauges> => gaugesOf(terminal, reports)
    const tradable = await findTradable(client)

    /** Every channel of the venue ends one connection, and the page ends its own. */
    async function cut(count: number): Promise<void> {
      const page = await openPage(client, tradable.outcomeId)
      const { reconnects } = await gauges()
      const name = count % 2 === 0 ? 'ws.reset' : 'ws.close'
      for (const service of CHANNELS) {
        await terminal.simulator.control('/faults', { name, match: { service }, when: { times: 1 } })
      }
      const isBack = async (): Promise<boolean> => {
        const now = await gauges()
        return now.reconnects >= reconnects + CHANNELS.length && now.feedsLive === now.feeds
      }
      const giveUpAt = performance.now() + SETTLED_WITHIN_MS
      // A frame has to go out for it: on the user channel that of an order, which is refused while a connection is made again.
      do {
        assert.ok(
          performance.now() < giveUpAt,
          `still not live: ${JSON.stringify([(await client.ok('readStatus')).feeds, await gauges()])}`,
        )
        await arm(client)
        const body = await restingBuy(client, tradable)
        await client.ok('placeOrder', { body: { ...body, client_order_id: randomUUIDv7() } })
        await client.ok('cancelAll', { body: {} })
      } while (!(await waitFor('the feeds', isBack, ORDER_EVERY_MS).catch(() => false)))
      await page.close()
    }

    let cuts = 0
    async function cutUntil(isOver: () => boolean): Promise<void> {
      while (!isOver()) {
        const beganAt = performance.now()
        await cut(cuts)
        cuts += 1
        await pause(Math.max(0, CUT_EVERY_MS - (performance.now() - beganAt)))
      }
    }

    await cutUntil(() => cuts === WARM_UP_CUTS)
    const before = await leastInUse(gauges)
    const endsAt = performance.now() + minutes * 60_000
    const enough = Math.ceil((minutes * RECONNECTIONS_A_MINUTE) / (CHANNELS.length + 1))
    await cutUntil(() => performance.now() > endsAt && cuts >= WARM_UP_CUTS + enough)
    const after = await settled(
      gauges,
      (now) =>
        now.handles <= before.handles &&
        now.descriptors <= before.descriptors &&
        now.memory <= before.memory + MEMORY_WITHIN_BYTES,
    )
    const reconnections = after.reconnects - before.reconnects + cuts - WARM_UP_CUTS
    context.diagnostic(JSON.stringify({ reconnections, before, after }))
    assert.ok(reconnections >= minutes * RECONNECTIONS_A_MINUTE, `${reconnections} reconnections`)
    assert.deepEqual(await terminal.simulator.control('/violations'), { violations: [], audit: [] })
    assert.equal(await terminal.stop(), 0)
  },
)

async function openPage(client: Client, outcomeId: string): Promise<Live> {
  const page = await client.live()
  for (const topic of ['trading', 'orders', `book:${outcomeId}`]) await page.subscribe(topic)
  return page
}

/** Gauges with the least memory within some seconds: the memory in use, without the next collection's share. */
async function leastInUse(gauges: () => Promise<Gauges>): Promise<Gauges> {
  let least = await gauges()
  for (let read = 0; read < 20; read += 1) {
    await pause(500)
    const now = await gauges()
    if (now.memory < least.memory) least = now
  }
  return least
}

/** The gauges once they are as they should be; what is in use shows when the garbage has been collected. */
async function settled(gauges: () => Promise<Gauges>, isSettled: (now: Gauges) => boolean): Promise<Gauges> {
  let last: Gauges | null = null
  try {
    return await waitFor(
      'handles and memory',
      async () => {
        last = await gauges()
        return isSettled(last) ? last : null
      },
      SETTLED_WITHIN_MS,
    )
  } catch (error) {
    throw new Error(`not back where they were: ${JSON.stringify(last)}`, { cause: error })
  }
}
