/**
 * Capacity of the simulator on one core: 2,000 price_change frames a second to one market connection with 500 assets,
 * against JSON.stringify of the same frames alone, and the memory of a world of 10,000 events. `node
 * bench/simulator.ts`
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { createHostClock } from '#simulator/clock.ts'
import { startSimulator } from '#simulator/program.ts'
import { buildVenue, SHARE, testMarket } from '#test/simulator/venue.ts'

const FRAMES_PER_SECOND = 2_000
const SECONDS = 5
const MARKETS = 250
const EVENTS = 10_000

if (process.argv[2] === 'listen') await listen(process.argv[3] ?? '')
else {
  await frames()
  await memory()
}

/** The other end, in a process of its own: counts frames and keeps some to be measured alone. */
async function listen(url: string): Promise<void> {
  const socket = new WebSocket(url, { perMessageDeflate: false, headers: { 'user-agent': 'test' } })
  let count = 0
  let sample = ''
  socket.on('message', (data: Buffer) => {
    count += 1
    if (count % 1_000 === 0) sample = data.toString('utf8')
  })
  await once(socket, 'open')
  const assets = Array.from({ length: MARKETS }, (_, index) => testMarket(100 + index).tokens).flat()
  socket.send(JSON.stringify({ assets_ids: assets, type: 'market' }))
  process.on('message', () => process.send?.({ count, sample }))
  process.send?.({ count, sample })
}

async function frames(): Promise<void> {
  const venue = buildVenue({ clock: createHostClock() })
  for (let index = 0; index < MARKETS; index += 1) venue.exchange.list(testMarket(100 + index))
  venue.exchange.deposit('bench', 1_000_000_000n * SHARE)
  const port = await venue.listen('ws_market', 0)
  const listener = fork(import.meta.filename, ['listen', `ws://127.0.0.1:${port}/ws/market`])
  const ask = async (): Promise<{ readonly count: number; readonly sample: string }> => {
    const answer = once(listener, 'message')
    listener.send('count')
    const [message] = (await answer) as [{ readonly count: number; readonly sample: string }]
    return message
  }
  await once(listener, 'message')
  while ((await ask()).count === 0) await pause(10)

  const before = await ask()
  const cpuBefore = process.cpuUsage()
  const started = performance.now()
  let sent = 0
  while (sent < FRAMES_PER_SECOND * SECONDS) {
    const due = Math.floor(((performance.now() - started) / 1_000) * FRAMES_PER_SECOND)
    for (; sent < due; sent += 1) place(sent)
    await pause(1)
  }
  await pause(100)
  const cpu = process.cpuUsage(cpuBefore)
  const seconds = (performance.now() - started) / 1_000
  const after = await ask()
  const busy = (cpu.user + cpu.system) / 1e6
  const row: unknown = JSON.parse(after.sample)
  const alone = performance.now()
  for (let index = 0; index < sent; index += 1) JSON.stringify(row)
  const floor = (performance.now() - alone) / 1_000
  console.log(
    `frames   ${(after.count - before.count).toLocaleString('en')} in ${seconds.toFixed(1)} s, ` +
      `${((100 * busy) / seconds).toFixed(1)} % of one core, ${(busy / floor).toFixed(1)} x JSON.stringify alone`,
  )
  listener.kill()
  await venue.close()

  function place(index: number): void {
    const [token] = testMarket(100 + (index % MARKETS)).tokens
    venue.exchange.place({
      id: `0x${index.toString(16).padStart(64, 'b')}`,
      wallet: 'bench',
      owner: 'bench',
      token,
      side: 'BUY',
      price: 100 * (1 + (Math.floor(index / MARKETS) % 40)),
      size: 10n * SHARE,
      type: 'GTC',
      postOnly: false,
      expiresAt: null,
      budget: null,
      signed: null,
    })
  }
}

async function memory(): Promise<void> {
  const started = performance.now()
  const simulator = await startSimulator({ port: 0, events: EVENTS })
  const seconds = ((performance.now() - started) / 1_000).toFixed(1)
  await pause(10_000)
  const state = (await (await fetch(`${simulator.controlUrl}/_sim/state`)).json()) as Record<string, unknown>
  const mib = Math.round(process.memoryUsage().rss / 2 ** 20)
  console.log(
    `world    ${EVENTS.toLocaleString('en')} events in ${seconds} s, ${mib} MiB resident`,
    state['counts'] ?? '',
  )
  await simulator.stop()
}
