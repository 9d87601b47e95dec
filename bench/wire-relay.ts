/**
 * Relays before and behind the terminal and the server it is compared with, in a process of their own: they stamp the last byte of
 * a request to them and the first byte of what they send. Stamps are milliseconds of the host's monotonic clock, which processes share.
 */
import { createConnection, createServer, type AddressInfo, type Socket } from 'node:net'
import { once } from 'node:events'

/** A piece of a request: its first bytes as text, and when it came. */
export type Stamp = { readonly begins: string; readonly at: number }

/** Stamps of the relays since the last call: before the terminal, and behind it. */
export type Stamps = { readonly door: readonly Stamp[]; readonly wire: readonly Stamp[] }

const BEGINNING = 120

/** Milliseconds of the host's monotonic clock. */
export function hostTime(): number {
  return Number(process.hrtime.bigint()) / 1e6
}

async function relay(target: () => number, stamps: () => Stamp[]): Promise<number> {
  const server = createServer({ noDelay: true }, (near: Socket) => {
    const far = createConnection({ port: target(), host: '127.0.0.1', noDelay: true })
    near.on('data', (chunk) => {
      const at = hostTime()
      far.write(chunk)
      stamps().push({ begins: chunk.toString('latin1', 0, BEGINNING), at })
    })
    far.on('data', (chunk) => near.write(chunk))
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => other.destroy())
      one.on('close', () => other.end())
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

if (import.meta.main) {
  let door: Stamp[] = []
  let wire: Stamp[] = []
  const doors = { door: 0, served: 0 }
  const targets = JSON.parse(process.argv[2] ?? '{}') as Readonly<Record<string, number>>
  const ports: Record<string, number> = {}
  for (const name of ['door', 'served'] as const) {
    ports[name] = await relay(
      () => doors[name],
      () => door,
    )
  }
  for (const [name, target] of Object.entries(targets)) {
    ports[name] = await relay(
      () => target,
      () => wire,
    )
  }
  process.on('message', (message: Partial<typeof doors>) => {
    Object.assign(doors, message)
    process.send?.({ door, wire } satisfies Stamps)
    door = []
    wire = []
  })
  process.on('disconnect', () => process.exit())
  process.send?.(ports)
}
