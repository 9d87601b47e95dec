/**
 * A minute of unauthenticated clients of every kind at once, while the trader trades: how long Cancel All takes to reach the venue (goal p99
 * 250 ms), heartbeats, feeds and memory. `node bench/anonymous-clients.ts`
 */
import { test } from 'node:test'
import { tradeBesideAnonymousClients } from '#test/reliability/anonymous-clients.ts'
import { percentile } from './measure.ts'

const FOR_MS = 60_000

const inMiB = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(0)} MiB`

test('a minute of clients without a session', async (context) => {
  const seen = await tradeBesideAnonymousClients(context, FOR_MS)
  for (const [name, took] of [
    ['on a connection kept', seen.kept],
    ['on a new connection', seen.fresh],
  ] as const) {
    const figures = [0.5, 0.95, 0.99, 1].map((share) => percentile(took, share).toFixed(0))
    console.log(`Cancel All ${name}, ${took.length} presses: p50, p95, p99, most ${figures.join(', ')} ms`)
  }
  console.log(
    `heartbeats: at most ${seen.beatGap} ms apart, ${seen.lapses} lapses; ${seen.reconnects} reconnects of feeds`,
  )
  console.log(`memory in use: ${inMiB(seen.before)} before, ${inMiB(seen.after)} after`)
  console.log(`resident: ${seen.resident.map(inMiB).join(' before, ')} after`)
  console.log(`connections as many as before after ${seen.socketsBackMs} ms`)
  console.log(
    `anonymous clients: ${[...seen.anonymous].map(([kind, count]) => `${count} ${kind}`).join(', ')}`,
  )
})
