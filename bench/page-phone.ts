/** The first load on a phone over 4G: bandwidth and delay as the browser's own tools emulate them, nothing cached. */
import { randomUUIDv7 } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { logInByPage, PHONE } from '#test/browser/browser.ts'
import type { Client } from '#test/client.ts'
import { arm } from '#test/market.ts'
import { waitFor } from '#test/wait-for.ts'
import { median } from './measure.ts'
import { take } from './page-probe.ts'
import { newProfile, openProfile, printFigure, type Stage } from './page-stage.ts'

const ROUNDS = 5
/** 9 Mbit/s down, 4 up, in bytes a second. */
const DOWN = 1_125_000
const UP = 500_000
const ROUND_TRIPS_MS = [85, 170] as const
/** After the book is there the layout is watched on for so long. */
const SETTLED_MS = 2_000
/** Cumulative layout shift (PAGE-10). */
const SHIFT = 0.02
const MOBILE: BrowserContextOptions = {
  viewport: PHONE,
  deviceScaleFactor: 3,
  hasTouch: true,
  isMobile: true,
}

/** Reloads the event's page in each round; then as on a first visit. */
export async function phone(browser: Browser, { client, address }: Stage): Promise<void> {
  for (const latency of ROUND_TRIPS_MS) {
    const found: { largest: number; usable: number; shifts: number }[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const context = await openProfile(browser, client, MOBILE)
      const page = await openSlow(context, latency)
      await page.goto(address)
      found.push(await settle(page))
      await context.close()
    }
    const at = `phone, 4G of ${latency} ms`
    printFigure(`${at}: largest contentful paint, median ms`, median(found.map((one) => one.largest)), 2_500)
    printFigure(`${at}: usable book, median ms`, median(found.map((one) => one.usable)), 2_500)
    printFigure(`${at}: layout shift, most`, Math.max(...found.map((one) => one.shifts)), SHIFT, false, 4)
  }
  const held = await openPosition(client, address)
  for (const latency of ROUND_TRIPS_MS) {
    const shifts: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const context = await newProfile(browser, MOBILE)
      const page = await openSlow(context, latency)
      await page.goto(held)
      await logInByPage(page)
      shifts.push((await settle(page)).shifts)
      await context.close()
    }
    printFigure(`first visit, 4G of ${latency} ms: layout shift, most`, Math.max(...shifts), SHIFT, false, 4)
  }
}

/** A page of the phone behind such a network. */
async function openSlow(context: BrowserContext, latency: number): Promise<Page> {
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: DOWN,
    uploadThroughput: UP,
  })
  return page
}

/** Waits for the book and for what comes after it. */
async function settle(page: Page): Promise<{ largest: number; usable: number; shifts: number }> {
  let usable: number | null = null
  let shifts = 0
  await waitFor(
    'a book',
    async () => {
      const noted = await take(page)
      shifts = noted.shifts
      usable ??= noted.usable
      return usable
    },
    60_000,
  )
  await pause(SETTLED_MS)
  const { largest, shifts: later } = await take(page)
  return { largest, usable: usable ?? Number.NaN, shifts: Math.max(shifts, later) }
}

/** Buys some of an outcome that no other part looks at: what a position brings to its ladder comes after the book. Its address. */
async function openPosition(client: Client, address: string): Promise<string> {
  const slug = new URL(address).pathname.split('/').at(-1) ?? ''
  const { markets } = await client.ok('readEventBySlug', { params: { slug } })
  const outcomeId = markets.at(-1)?.outcomes.at(-1)?.id
  if (outcomeId === undefined) throw new Error('the event has no outcome')
  await arm(client)
  await waitFor(
    'a position',
    async () => {
      const { items } = await client.ok('listPositions')
      if (items.some((position) => position.outcome_id === outcomeId)) return true
      const { asks } = await client.ok('readBook', { params: { outcome_id: outcomeId } })
      const price = asks[0]?.[0]
      const client_order_id = randomUUIDv7()
      const rest = { size: '20', time_in_force: 'FAK', post_only: false } as const
      if (price !== undefined) {
        await client.ok('placeOrder', {
          body: { client_order_id, outcome_id: outcomeId, side: 'BUY', price, ...rest },
        })
      }
      return false
    },
    60_000,
  )
  await client.ok('disarm', { body: {} })
  return `${new URL(address).origin}/event/${slug}?outcome=${outcomeId.slice(3)}`
}
