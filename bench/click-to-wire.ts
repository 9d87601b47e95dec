/**
 * From the last byte of a request at the terminal's door to the first byte at the venue, with the real store on disk,
 * beside the venue's published client in the same run (a folder with it installed in BENCH_CLIENT; else beside one bare
 * request), behind a bare HTTP server and called directly, both signing for the same deposit wallet: orders 5 ms and 110 ms
 * apart, their parts, Cancel All under load, exit, an attached stop and a combo's acceptance.
 * `BENCH_CLIENT=/folder node bench/click-to-wire.ts`
 */
import { fork, type ChildProcess } from 'node:child_process'
import { randomUUIDv7 } from 'node:crypto'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '#test/client.ts'
import { comboLegs } from '#test/combos.ts'
import { PASSWORD, startTerminalProcess, type TerminalProcess } from '#test/harness.ts'
import { arm, currentBook } from '#test/market.ts'
import type { QuietVenue } from '#test/reliability/quiet-venue.ts'
import { waitFor } from '#test/wait-for.ts'
import { figures, isQuick, percentile, printRatio } from './measure.ts'
import type { ClientSettings } from './wire-client.ts'
import { hostTime, type Stamp, type Stamps } from './wire-relay.ts'
import { ask, nextMessage, openWireVenue, portsOf, relayed, stampsUntil } from './wire-venue.ts'

const GAPS_MS = isQuick ? [5] : [5, 110]
/** Few enough at a time that nobody's limits of the venue are reached. */
const ROUND = isQuick ? 5 : 10
const ROUNDS = isQuick ? 4 : 22
const SINGLE = isQuick ? 3 : 30
/** So few that the terminal still has the marks of all of them when it ends. */
const MARKED = isQuick ? 3 : 12
/** As many quotes as may be asked for in a minute. */
const QUOTES = isQuick ? 3 : 12
const LOAD = 8
/** Most of them are refused for the Cancel All, and no more than 20 refusals a second are judged. */
const LOAD_EVERY_MS = 500
const PRICE = '0.36'
/** Below its offers, above its bids. */
const STOP_BID = 3_550
/** Few enough shares that what is held is enough for the stops of two terminals. */
const STOPPED = '2'
const MANY = 100_000
/** A terminal that has just begun counts shares of trades before it once they have settled and the venue lists them. */
const KNOWN_MS = 90_000

const folder = process.env['BENCH_CLIENT'] ?? null

type Ports = Readonly<Record<'door' | 'served' | 'clob' | 'combos', number>>

type Stage = {
  readonly terminal: TerminalProcess
  readonly client: Client
  readonly venue: QuietVenue
  readonly stamps: () => Promise<Stamps>
}

test('from the click to the wire', { timeout: 900_000 }, async (context) => {
  const venue = await openWireVenue(context, folder)
  const relays = fork(join(import.meta.dirname, 'wire-relay.ts'), [JSON.stringify(portsOf(venue))])
  context.after(() => relays.kill())
  const ports = await nextMessage<Ports>(relays)
  const simulator = { ...venue, profilePath: relayed(context, venue, ports) }
  const stamps = (): Promise<Stamps> => ask<Stamps>(relays, {})

  const open = async (env: Readonly<Record<string, string>>): Promise<Stage> => {
    const terminal = await startTerminalProcess(context, {
      simulator,
      env: {
        ...env,
        RISK_CEILING_ORDERS_PER_MINUTE: String(MANY),
        ALLOWED_HOSTS: `127.0.0.1:${ports.door}`,
      },
    })
    const client = terminal.client()
    await ask(relays, { door: Number(new URL(client.url).port) })
    const limits = { max_orders_per_minute: MANY, max_open_orders: 1_000 }
    await client.ok('writeRiskSettings', { body: { limits, password: PASSWORD } })
    await currentBook(client, `pm:${venue.market.tokens[0]}`, 1)
    await arm(client)
    return { terminal, client: behind(client, ports.door), venue, stamps }
  }

  const marked = { SESAME_FAULTPOINTS: 'every=mark' }
  // The short form looks at everything with one terminal.
  const stage = await open(isQuick ? marked : {})
  const other = await openClient(context, venue, ports.clob)
  await ask(relays, { served: other.port })
  await compare(stage, other.child, `http://127.0.0.1:${ports.served}`)
  await cancels(stage)
  await exits(stage)
  if (!isQuick) printStops(await stops(stage, SINGLE))
  await combos(stage)
  if (!isQuick) await stage.terminal.stop()
  await parts(isQuick ? stage : await open(marked))
})

/** The same session through the relay. */
function behind(client: Client, port: number): Client {
  const origin = `http://127.0.0.1:${port}`
  const { cookie, csrfToken } = client.session
  const headers = { cookie, 'x-csrf-token': csrfToken, 'content-type': 'application/json', origin }
  return { ...client, raw: (path, init) => fetch(`${origin}${path}`, { ...init, headers }) }
}

async function openClient(
  context: TestContext,
  venue: QuietVenue,
  port: number,
): Promise<{ readonly child: ChildProcess; readonly port: number }> {
  const settings: ClientSettings = {
    folder,
    url: `http://127.0.0.1:${port}`,
    key: venue.simulator.accounts.ownerKey,
    wallet: venue.simulator.accounts.depositWallet,
    token: venue.market.tokens[0],
    price: Number(PRICE),
    size: 5,
    tick: '0.001',
    negRisk: venue.market.negRisk,
  }
  const child = fork(join(import.meta.dirname, 'wire-client.ts'), [JSON.stringify(settings)])
  context.after(() => child.kill())
  return { child, port: await nextMessage<number>(child) }
}

async function post({ client }: Stage, path: string, body: object): Promise<unknown> {
  const answer = await client.raw(path, { method: 'POST', body: JSON.stringify(body) })
  const value: unknown = await answer.json()
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${JSON.stringify(value)}`)
  return value
}

function orderBody({ venue }: Stage): object {
  return {
    client_order_id: randomUUIDv7(),
    outcome_id: `pm:${venue.market.tokens[0]}`,
    side: 'BUY',
    price: PRICE,
    size: '5',
    time_in_force: 'GTC',
    post_only: true,
  }
}

/** The time of the first piece behind the terminal that begins so. */
function wireOf({ wire }: Stamps, begins: RegExp): number {
  const found = wire.find((stamp) => begins.test(stamp.begins))
  if (found === undefined) throw new Error(`nothing like ${begins.source} reached the venue`)
  return found.at
}

/** From the last piece of the request before it to the first byte at the venue, in milliseconds. */
function took(stamps: Stamps, begins: RegExp): number {
  const at = wireOf(stamps, begins)
  return at - (stamps.door.findLast((stamp: Stamp) => stamp.at <= at)?.at ?? Number.NaN)
}

const ORDER = /^POST \/order /
const CANCEL_ALL = /^DELETE \/cancel-all/
const ACCEPT = /^POST \/v1\/requester\/rfq\/requests\/[^ ]+\/accept/

async function placed(stage: Stage): Promise<number> {
  await stage.stamps()
  await post(stage, '/api/orders/place', orderBody(stage))
  return took(await stage.stamps(), ORDER)
}

/** Terminal, client behind a server and the client's bare call in turns, round by round. */
async function compare(stage: Stage, other: ChildProcess, served: string): Promise<void> {
  const body = JSON.stringify(orderBody(stage))
  const sides = {
    'door to wire': () => placed(stage),
    'its server’s door to wire': async () => {
      await stage.stamps()
      await (await fetch(served, { method: 'POST', body })).arrayBuffer()
      return took(await stage.stamps(), ORDER)
    },
    'its call to wire': async () => {
      await stage.stamps()
      const startedAt = await ask<number>(other, 'place')
      return wireOf(await stage.stamps(), ORDER) - startedAt
    },
  }
  for (const gap of GAPS_MS) {
    const all = Object.entries(sides).map(([name, place]) => ({ name, place, took: [] as number[] }))
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const side of all) {
        for (let at = 0; at < ROUND; at += 1) {
          await pause(gap)
          const ms = await side.place()
          // The first round is for all to get warm.
          if (round > 0) side.took.push(ms)
        }
      }
      await post(stage, '/api/orders/cancel-all', {})
      await ask(other, 'cancel')
    }
    const whose = folder === null ? 'a bare request' : 'the published client'
    console.log(`${gap} ms apart, ${ROUNDS * ROUND} orders each, ${whose} in turns with the terminal:`)
    for (const { name, took: times } of all) console.log(`  ${name.padEnd(26)} ${figures(times)}`)
    const name = folder === null ? 'bare' : 'client'
    // With so few orders the quickest say most on a busy machine.
    const share = isQuick ? 0.1 : 0.5
    const [ours, server, call] = all.map((side) => percentile(side.took, share))
    if (ours === undefined || server === undefined || call === undefined) return
    if (folder !== null) printRatio(`click-to-wire-client-server-${gap}`, ours / server)
    printRatio(`click-to-wire-${name}-${gap}`, ours / call)
  }
}

/** Pressed while as many orders as a busy hand has are on their way. */
async function cancels(stage: Stage): Promise<void> {
  const all: number[] = []
  for (let round = 0; round < SINGLE; round += 1) {
    await stage.stamps()
    const load = Array.from({ length: LOAD }, () => post(stage, '/api/orders/place', orderBody(stage)))
    const startedAt = hostTime()
    await post(stage, '/api/orders/cancel-all', {})
    await Promise.all(load)
    all.push(wireOf(await stage.stamps(), CANCEL_ALL) - startedAt)
    await pause(LOAD_EVERY_MS)
  }
  console.log(`Cancel All beside ${LOAD} orders, request to wire  ${figures(all)}`)
}

async function exits(stage: Stage): Promise<void> {
  const all: number[] = []
  for (let round = 0; round < SINGLE; round += 1) {
    await pause(110)
    await stage.stamps()
    await post(stage, '/api/positions/exit', {
      client_order_id: randomUUIDv7(),
      outcome_id: `pm:${stage.venue.market.tokens[0]}`,
      mode: 'join',
      size: '5',
    })
    all.push(took(await stage.stamps(), ORDER))
  }
  await post(stage, '/api/orders/cancel-all', {})
  console.log(`exit, press to wire  ${figures(all)}`)
}

type Trip = { readonly door: number; readonly wire: number }

/** The last stop has sold, and as many shares as the next one sells are free. */
async function areFree({ client, venue }: Stage): Promise<boolean> {
  // Asked more often, the questions would use up what a session may send.
  await pause(200)
  const exits = await client.ok('listAttachedExits')
  const { items } = await client.ok('listPositions')
  const held = items.find((one) => one.outcome_id === `pm:${venue.market.tokens[0]}`)
  return exits.items.every(({ state }) => state === 'done') && Number(held?.free_size) >= Number(STOPPED)
}

/** A stop whose price is met already: attached by a press, triggered at once, sold. */
async function stops(stage: Stage, rounds: number): Promise<readonly Trip[]> {
  const { venue } = stage
  await venue.placeForeign('BUY', STOP_BID, 1_000)
  const trips: Trip[] = []
  for (let round = 0; round < rounds; round += 1) {
    await waitFor('shares that are free', () => areFree(stage), KNOWN_MS)
    await stage.stamps()
    const legs = { stop: { price: '0.4', slippage_ticks: 5 } }
    await post(stage, '/api/exits', { outcome_id: `pm:${venue.market.tokens[0]}`, size: STOPPED, legs })
    const stamps = await stampsUntil(stage.stamps, ORDER)
    const wire = wireOf(stamps, ORDER)
    trips.push({ door: wire - took(stamps, ORDER), wire })
  }
  return trips
}

function printStops(trips: readonly Trip[]): void {
  console.log(
    `attached stop, press to trigger to wire  ${figures(trips.map(({ door, wire }) => wire - door))}`,
  )
}

async function combos(stage: Stage): Promise<void> {
  const { client } = stage
  const legs = await comboLegs(client)
  const all: number[] = []
  for (let round = 0; round < QUOTES; round += 1) {
    const { quote, reject } = await client.ok('quoteCombo', {
      body: {
        client_order_id: randomUUIDv7(),
        legs: legs.map(({ outcomeId }) => outcomeId),
        side: 'BUY',
        size: '25',
      },
    })
    if (quote === null) throw new Error(`no quote: ${JSON.stringify(reject)}`)
    await stage.stamps()
    const body = { client_order_id: randomUUIDv7(), rfq_id: quote.rfq_id, quote_id: quote.quote_id }
    await post(stage, '/api/combos/accept', body)
    all.push(took(await stage.stamps(), ACCEPT))
  }
  console.log(`combo's acceptance, press to wire  ${figures(all)}`)
}

/** Between which of a placement's named points a part of our time lies; the first and the last are the relays' stamps. */
const PARTS = [
  ['edge', 'place.received'],
  ['checks', 'place.risk.post'],
  ['sign', 'place.sign.post'],
  ['rows', 'place.signed.pre'],
  ['append', 'place.signed.post'],
  ['connection', 'place.connect.post'],
  ['gates', 'place.first_byte'],
  ['send', null],
] as const

async function parts(stage: Stage): Promise<void> {
  const orders: { readonly door: number; readonly wire: number }[] = []
  for (let at = 0; at < MARKED; at += 1) {
    await pause(110)
    await stage.stamps()
    await post(stage, '/api/orders/place', orderBody(stage))
    const stamps = await stage.stamps()
    const wire = wireOf(stamps, ORDER)
    orders.push({ door: wire - took(stamps, ORDER), wire })
  }
  const sold = await stops(stage, MARKED)
  await stage.terminal.stop()
  const marks = [
    ...stage.terminal
      .program()
      .err()
      .matchAll(/^mark (\S+) (\d+)$/gm),
  ].map(([, name, at]) => [name, Number(at) / 1e6] as const)
  console.log('parts of an order 110 ms after the one before, medians, with marks:')
  for (const [index, [name, point]] of PARTS.entries()) {
    const before = PARTS[index - 1]?.[1] ?? null
    const spans = orders.map((order) => {
      const at = (wanted: string): number =>
        marks.find(([mark, when]) => mark === wanted && when > order.door)?.[1] ?? Number.NaN
      return (point === null ? order.wire : at(point)) - (before === null ? order.door : at(before))
    })
    console.log(`  ${name.padEnd(12)} ${percentile(spans, 0.5).toFixed(2)} ms`)
  }
  const triggers = sold.map(
    ({ wire }) =>
      wire - (marks.findLast(([mark, at]) => mark === 'exit.sell.pre' && at < wire)?.[1] ?? Number.NaN),
  )
  printStops(sold)
  console.log(`attached stop, trigger to wire  ${figures(triggers)}`)
}
