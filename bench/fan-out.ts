/**
 * Fan-out to tabs over real sockets, the tabs in a process of their own: processor time per message at 8 tabs of 200
 * topics and the time to hand one message to a further tab, taken around the writes themselves (goal 1 us), and the delay from a book's change to the tab at 10 tabs of 50 topics beyond the slot of
 * 100 ms (goal p99 25 ms). `node bench/fan-out.ts`
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket, WebSocketServer } from 'ws'
import { systemClock } from '#app/process/system-clock.ts'
import type { BookView, Level } from '#core/book/book.ts'
import type { OutcomeId } from '#core/ids.ts'
import { createBus } from '#engine/bus.ts'
import type { Engine } from '#engine/engine.ts'
import { marketId, outcomeId, price, sampleEvent, silentLog, whole } from '#engine/testing/market-fakes.ts'
import { createHub } from '#server/live/hub.ts'
import { createTopics } from '#server/live/topics.ts'
import { createEngineFake } from '#server/testing/engine-fake.ts'
import { createDice, isQuick, median, percentile, printRatio } from './measure.ts'

const SECONDS = isQuick ? 1 : 5
const CHANGES_PER_SECOND = 10
const LEVELS = 20

type Received = { readonly messages: number; readonly bytes: number; readonly delays: readonly number[] }

if (process.argv[2] === 'tabs')
  await tabs(process.argv[3] ?? '', Number(process.argv[4]), Number(process.argv[5]))
else {
  await cost(8, 200)
  await delay(10, 50)
}

/** Instants that processes share, in milliseconds with fractions. */
function instant(): number {
  return performance.timeOrigin + performance.now()
}

/** The other end: so many tabs that follow so many books each; counts messages and how long they took. */
async function tabs(url: string, count: number, topics: number): Promise<void> {
  const names = Array.from({ length: topics }, (_, at) => `book:${outcomeId(at)}`)
  let received: Received & { delays: number[] } = { messages: 0, bytes: 0, delays: [] }
  let snapshots = 0
  for (let tab = 0; tab < count; tab += 1) {
    const socket = new WebSocket(url, { perMessageDeflate: false })
    socket.on('message', (data: Buffer) => {
      const text = data.toString('utf8')
      if (text.includes('"type":"snapshot"')) {
        snapshots += 1
        if (snapshots === count * topics) process.send?.('ready')
        return
      }
      const sentAt = Number(/"hash":"([\d.]+)"/.exec(text)?.[1])
      received = {
        messages: received.messages + 1,
        bytes: received.bytes + data.length,
        delays: received.delays,
      }
      received.delays.push(instant() - sentAt)
    })
    await once(socket, 'open')
    socket.send(JSON.stringify({ op: 'sub', topics: names }))
  }
  process.on('message', () => {
    process.send?.(received)
    received = { messages: 0, bytes: 0, delays: [] }
  })
}

/** A hub over books that change by hand, and tabs that follow them. */
async function open(count: number, topics: number) {
  const dice = createDice(5)
  const books = new Map<OutcomeId, BookView>()
  for (let at = 0; at < topics; at += 1) books.set(outcomeId(at), bookOf(outcomeId(at)))
  const bus = createBus((_, error) => {
    throw error
  })
  const [event] = [sampleEvent(1)]
  const [market] = event.markets
  const [outcome] = market?.outcomes ?? []
  if (market === undefined || outcome === undefined) throw new Error('no sample')
  // Its own timers would keep the process.
  const fake = createEngineFake({ ...systemClock, every: () => () => undefined }).engine
  const engine: Engine = {
    ...fake,
    bus,
    catalog: { ...fake.catalog, outcome: () => ({ event, market, outcome }) },
    books: { ...fake.books, hold: () => () => undefined, view: (id) => books.get(id) ?? null },
  }
  const hub = createHub(
    (changed) => createTopics(engine, systemClock, changed),
    systemClock,
    silentLog,
    () => true,
  )
  const acceptor = new WebSocketServer({ noServer: true, perMessageDeflate: false })
  const server = createServer()
  const streams: Duplex[] = []
  const deliveries: number[] = []
  server.on('upgrade', (request, stream, head) => {
    streams.push(stream)
    timeWrites(stream, deliveries)
    acceptor.handleUpgrade(request, stream, head, (socket) => hub.attach(socket, stream, 'bench'))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const listener = fork(import.meta.filename, [
    'tabs',
    `ws://127.0.0.1:${port}`,
    String(count),
    String(topics),
  ])
  await once(listener, 'message')

  return {
    /** Changes two levels of a book and publishes it. */
    change(at: number): void {
      const id = outcomeId(at)
      const before = books.get(id)
      if (before === undefined) return
      const place = Math.floor(dice() * LEVELS)
      const changed = (side: readonly Level[]): readonly Level[] =>
        side.map((level, index) =>
          index === place ? [level[0], whole(1 + Math.floor(dice() * 900))] : level,
        )
      const version = before.version + 1
      const after = { ...before, version, hash: instant().toFixed(3), changedAt: Date.now() }
      books.set(id, { ...after, bids: changed(before.bids), asks: changed(before.asks) })
      bus.publish('book', { outcomeId: id, version })
    },
    async received(): Promise<Received> {
      const answer = once(listener, 'message') as Promise<[Received]>
      listener.send('tell')
      return (await answer)[0]
    },
    /** Time of each write to one tab so far, ms; forgets them. */
    delivered: (): readonly number[] => deliveries.splice(0),
    async close(): Promise<void> {
      hub.stop()
      hub.terminate()
      for (const stream of streams) stream.destroy()
      listener.kill()
      server.close()
      await once(listener, 'exit')
    },
  }
}

function bookOf(id: OutcomeId): BookView {
  const side = (from: number, by: number): readonly Level[] =>
    Array.from({ length: LEVELS }, (_, at) => [price(from + at * by), whole(10 + at)])
  return {
    outcomeId: id,
    marketId: marketId(1),
    bids: side(4_900, -100),
    asks: side(5_100, 100),
    tickSize: 100,
    minOrderSize: whole(5),
    lastTradePrice: price(5_000),
    lastTradeSide: 'BUY',
    hash: '0',
    venueTime: Date.now(),
    epoch: 1,
    version: 1,
    changedAt: Date.now(),
    verifiedAt: null,
    staleReason: null,
  }
}

/** Notes how long each write to a tab keeps the hub: one for all that a slot has for it. */
function timeWrites(stream: Duplex, deliveries: number[]): void {
  const write = stream.write.bind(stream) as (frames: unknown, done: () => void) => boolean
  Object.assign(stream, {
    write: (frames: unknown, done: () => void): boolean => {
      const before = performance.now()
      const isDrained = write(frames, done)
      deliveries.push(performance.now() - before)
      return isDrained
    },
  })
}

async function cost(count: number, topics: number): Promise<void> {
  const { messages, bytes, microseconds, deliveries } = await measure(count, topics)
  // The middle of all deliveries: one that another program interrupts does not count as ours.
  const further = (median(deliveries) * 1_000 * deliveries.length) / messages
  console.log(
    `fan-out: ${messages} messages of ${(bytes / messages).toFixed(0)} bytes to ${count} tabs of ${topics} topics in ${SECONDS} s`,
  )
  console.log(
    `  processor time each: ${(microseconds / messages).toFixed(2)} us with changing the books and computing the differences, ${further.toFixed(2)} us for one more tab; goal 1 us: ${further <= 1 ? 'met' : 'MISSED'}`,
  )
  printRatio('fan-out-further-tab', (further * messages) / microseconds)
}

type Measured = Received & { readonly microseconds: number; readonly deliveries: readonly number[] }

async function measure(count: number, topics: number): Promise<Measured> {
  const hub = await open(count, topics)
  await run(1)
  await hub.received()
  hub.delivered()
  const cpu = process.threadCpuUsage()
  await run(SECONDS)
  const { user, system } = process.threadCpuUsage(cpu)
  await pause(200)
  const received = await hub.received()
  const deliveries = hub.delivered()
  await hub.close()
  return { ...received, microseconds: user + system, deliveries }

  async function run(seconds: number): Promise<void> {
    for (let tick = 0; tick < seconds * CHANGES_PER_SECOND; tick += 1) {
      for (let at = 0; at < topics; at += 1) hub.change(at)
      await pause(1000 / CHANGES_PER_SECOND)
    }
  }
}

async function delay(count: number, topics: number): Promise<void> {
  const hub = await open(count, topics)
  const dice = createDice(9)
  await pause(300)
  await hub.received()
  for (let tick = 0; tick < SECONDS * 50; tick += 1) {
    // Far less than ten times a second each, so that hardly a change has to wait for its slot.
    hub.change(Math.floor(dice() * topics))
    await pause(20)
  }
  await pause(300)
  const { delays } = await hub.received()
  const p99 = percentile(delays, 0.99)
  console.log(
    `delay from change to tab: p50 ${percentile(delays, 0.5).toFixed(2)} ms, p99 ${p99.toFixed(2)} ms at ${count} tabs of ${topics} topics`,
  )
  console.log(`  goal: under the slot of 100 ms and 25 ms: ${p99 < 125 ? 'met' : 'MISSED'}`)
  await hub.close()
}
