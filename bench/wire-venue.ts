/** The venue of `click-to-wire`: quiet, with relays before its services, and named as the published client expects. */
import type { ChildProcess } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { VenueNames } from '#simulator/profile.ts'
import { temporaryDirectory } from '#test/harness.ts'
import { startQuietVenue, type QuietVenue } from '#test/reliability/quiet-venue.ts'
import { waitFor } from '#test/wait-for.ts'
import { headerPrefixOf } from './wire-client.ts'
import type { Stamp, Stamps } from './wire-relay.ts'

/** The venue; for the published client by the names that are built into it. */
export async function openWireVenue(context: TestContext, folder: string | null): Promise<QuietVenue> {
  const seed = 'click to wire'
  const venue = await startQuietVenue(
    context,
    folder === null ? { seed } : { seed, profile: await namesFor(folder) },
  )
  await venue.placeForeign('BUY', 3_500, 100)
  await venue.placeForeign('SELL', 4_500, 100)
  return venue
}

type Domain = { readonly name: string; readonly verifyingContract: string; readonly chainId: number }
type Cases = {
  readonly cases: readonly { readonly profile: string; readonly exchange?: string; readonly domain: Domain }[]
}

async function namesFor(client: string): Promise<VenueNames> {
  const read = (name: string): Cases =>
    JSON.parse(readFileSync(join(import.meta.dirname, '../test/vectors', name), 'utf8')) as Cases
  const domainOf = ({ cases }: Cases, exchange?: string): Domain => {
    const found = cases.find((one) => one.profile === 'real' && (exchange ?? one.exchange) === one.exchange)
    if (found === undefined) throw new Error('the vectors hold no case of the real profile')
    return found.domain
  }
  const ordinary = domainOf(read('orders-v2.json'), 'ordinary')
  return {
    name: 'Bench',
    chain_id: ordinary.chainId,
    header_prefix: await headerPrefixOf(client, `0x${'1'.repeat(64)}`),
    response_header_prefix: 'Venue',
    auth_domain: 'ClobAuthDomain',
    exchange_domain: ordinary.name,
    contracts: {
      ctf_exchange_v2: ordinary.verifyingContract,
      neg_risk_exchange_v2: domainOf(read('orders-v2.json'), 'negRisk').verifyingContract,
      exchange_v3: domainOf(read('combos-v3.json')).verifyingContract,
    },
  }
}

/** The services that relays stand before. */
export function portsOf({ simulator }: QuietVenue): Readonly<Record<string, number>> {
  const { clob, combos } = simulator.profile.urls
  return { clob: Number(new URL(clob).port), combos: Number(new URL(combos ?? clob).port) }
}

/** The venue's profile with the relays in place of the services behind them. */
export function relayed(
  context: TestContext,
  { simulator }: QuietVenue,
  ports: Readonly<Record<'clob' | 'combos', number>>,
): string {
  const path = join(temporaryDirectory(context), 'profile.json')
  const { profile } = simulator
  const at = (port: number): string => `http://127.0.0.1:${port}`
  const urls = { ...profile.urls, clob: at(ports.clob), combos: at(ports.combos) }
  writeFileSync(path, JSON.stringify({ ...profile, urls }), { mode: 0o600 })
  return path
}

/** Stamps until something with this beginning has reached the venue; `take` answers the new ones. */
export async function stampsUntil(take: () => Promise<Stamps>, begins: RegExp): Promise<Stamps> {
  const all: { readonly door: Stamp[]; readonly wire: Stamp[] } = { door: [], wire: [] }
  await waitFor('the stamp of a request', async () => {
    const { door, wire } = await take()
    all.door.push(...door)
    all.wire.push(...wire)
    return wire.some((stamp) => begins.test(stamp.begins))
  })
  return all
}

/** Sends a message to the other process and answers its next one. */
export async function ask<Answer>(child: ChildProcess, message: object | string): Promise<Answer> {
  const answer = nextMessage<Answer>(child)
  child.send(message)
  return await answer
}

/** The next message; a child that ends instead has failed. */
export function nextMessage<Answer>(child: ChildProcess): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const onExit = (code: number | null): void => reject(new Error(`the other process ended with ${code}`))
  child.once('exit', onExit)
  child.once('message', (message) => {
    child.off('exit', onExit)
    resolve(message as Answer)
  })
  return promise
}
