/** The first load on a phone over 4G: bandwidth and delay as the browser's own tools emulate them, nothing cached. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { PHONE } from '#test/browser/browser.ts'
import { waitFor } from '#test/wait-for.ts'
import { median } from './measure.ts'
import { take } from './page-probe.ts'
import { openProfile, tell } from './page-stage.ts'
import type { Stage } from './page-stage.ts'

const ROUNDS = 5
/** 9 Mbit/s down, 4 up, in bytes a second. */
const DOWN = 1_125_000
const UP = 500_000
const ROUND_TRIPS_MS = [85, 170] as const
/** After the book is there the layout is watched on for so long. */
const SETTLED_MS = 2_000

/** Loads the event's page anew in each round. */
export async function phone(browser: Browser, { client, address }: Stage): Promise<void> {
  const settings = await client.ok('readSettings')
  await client.ok('writeSettings', { body: { ...settings, onboarded: true } })
  for (const latency of ROUND_TRIPS_MS) {
    const found: { largest: number; usable: number; shifts: number }[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const context = await openProfile(browser, client, {
        viewport: PHONE,
        deviceScaleFactor: 3,
        hasTouch: true,
        isMobile: true,
      })
      const page = await context.newPage()
      const cdp = await context.newCDPSession(page)
      await cdp.send('Network.enable')
      await cdp.send('Network.emulateNetworkConditions', {
        offline: false,
        latency,
        downloadThroughput: DOWN,
        uploadThroughput: UP,
      })
      await page.goto(address)
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
      found.push({ largest, usable: usable ?? Number.NaN, shifts: Math.max(shifts, later) })
      await context.close()
    }
    const at = `phone, 4G of ${latency} ms`
    tell(`${at}: largest contentful paint, median ms`, median(found.map((one) => one.largest)), 2_500)
    tell(`${at}: usable book, median ms`, median(found.map((one) => one.usable)), 2_500)
    tell(`${at}: layout shift, most`, Math.max(...found.map((one) => one.shifts)), 0.02)
  }
}
