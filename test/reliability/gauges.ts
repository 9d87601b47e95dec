/** Process gauges of a terminal at `/api/metrics`. */
import type { Client } from '../client.ts'

export type Gauges = {
  /** Bytes in use by the heap and outside of it. */
  readonly memory: number
  readonly resident: number
  readonly sockets: number
  /** Handles of every kind that Node knows. */
  readonly handles: number
  readonly descriptors: number
  readonly reconnects: number
  readonly feeds: number
  readonly feedsLive: number
  readonly orders: number
}

/** Reads them. */
export async function gaugesOf(client: Client): Promise<Gauges> {
  const text = await (await client.raw('/api/metrics', { method: 'GET' })).text()
  const all = (name: string, label = '.*'): readonly number[] => {
    const lines = text.matchAll(new RegExp(`^${name}(?:\\{${label}\\})? ([\\d.e+]+)$`, 'gm'))
    return [...lines].map(([, value]) => Number(value))
  }
  const sum = (...asked: Parameters<typeof all>): number =>
    all(...asked).reduce((total, value) => total + value, 0)
  return {
    memory: sum('nodejs_heap_size_used_bytes') + sum('nodejs_external_memory_bytes'),
    resident: sum('process_resident_memory_bytes'),
    sockets: sum('nodejs_active_handles', 'type="Socket"'),
    handles: sum('nodejs_active_handles'),
    descriptors: sum('process_open_fds'),
    reconnects: sum('sesame_feed_reconnects_total'),
    feeds: all('sesame_feed_live').length,
    feedsLive: sum('sesame_feed_live'),
    orders: sum('sesame_orders_open'),
  }
}
