/** The product for the page's benchmarks: a venue whose books all change ten times a second, a terminal, and the arranged desk. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'
import type { SimulatorProfile } from '#simulator/profile.ts'
import { logIn, type Client } from '#test/client.ts'
import { isReady, PASSWORD, terminalEnvironment } from '#test/harness.ts'
import { runSesame, waitForOutput } from '#test/program.ts'
import { waitFor } from '#test/wait-for.ts'
import { writeContent } from '#web/layouts/layout-document.ts'
import { column, group, row } from '#web/layouts/tree.ts'
import type { Layout } from '#web/layouts/tree.ts'
import { PROBE } from './page-probe.ts'
import { EVENT } from './page-venue.ts'

/** In pixels: the column beside the ladders, and one ladder with its gap; room for rows of 40 prices. */
const WIDTH = { rest: 400, ladder: 274 }
export const HEIGHT = 1_120

export type Stage = {
  readonly client: Client
  /** The event's page at the outcome whose book is marked. */
  readonly address: string
  readonly end: () => Promise<void>
}

/** Message of the venue's process when it is ready. */
type VenueReady = {
  readonly profile: SimulatorProfile
  readonly wallet: string
  readonly key: string
  readonly marked: string
}

/** Starts venue and terminal, and waits until the event is known. */
export async function startStage(): Promise<Stage> {
  const directory = mkdtempSync(join(tmpdir(), 'sesame-bench-'))
  const venue = fork(join(import.meta.dirname, 'page-venue.ts'))
  const [ready] = (await once(venue, 'message')) as [VenueReady]
  const profilePath = join(directory, 'profile.json')
  writeFileSync(profilePath, JSON.stringify(ready.profile))
  const program = runSesame(['start'], {
    cwd: directory,
    env: terminalEnvironment(
      {
        profilePath,
        account: { control_url: '', deposit_wallet: ready.wallet, session_key: ready.key },
        control: async () => null,
        stop: async () => {},
      },
      join(directory, 'data'),
    ),
  })
  const end = async (): Promise<void> => {
    program.kill('SIGTERM')
    await program.ended
    venue.kill()
    rmSync(directory, { recursive: true, force: true })
  }
  try {
    const url = await waitForOutput(program, /Sesame is at (http\S+)/, 120_000)
    await waitFor('the terminal', () => isReady(url), 60_000)
    const client = await logIn(url, PASSWORD)
    await waitFor(
      'the event',
      async () => (await client.call('readEventBySlug', { params: { slug: EVENT } })).status === 200,
      60_000,
    )
    return { client, address: `${url}/event/${EVENT}?outcome=${ready.marked}`, end }
  } catch (error) {
    await end()
    throw error
  }
}

/** The width of a screen on which so many ladders fit side by side. */
export function widthOf(ladders: number): number {
  return WIDTH.rest + ladders * WIDTH.ladder
}

/** A profile that is logged in, nothing cached, with the probe in each of its pages. */
export async function openProfile(
  browser: Browser,
  { url, session }: Client,
  options: BrowserContextOptions,
): Promise<BrowserContext> {
  const context = await newProfile(browser, options)
  const [name = '', value = ''] = session.cookie.split('=')
  await context.addCookies([{ name, value, url }])
  return context
}

/** The same for a browser on its first visit. */
export async function newProfile(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext(options)
  await context.addInitScript({ content: PROBE })
  return context
}

/** Keeps a workspace of the ladders with the event, its chart and the open orders, whatever the screen. */
export async function arrange(client: Client, ladders: number): Promise<void> {
  const layout: Layout = {
    root: row(1, [
      column(WIDTH.rest, [group(40, ['event']), group(30, ['chart']), group(30, ['orders'])]),
      group(ladders * WIDTH.ladder, ['ladders']),
    ]),
    panels: Object.fromEntries(
      ['event', 'chart', 'orders', 'ladders'].map((kind) => [kind, { kind, pinned: null }]),
    ),
  }
  const content = writeContent(layout)
  for (const screen of ['desktop', 'wide'] as const) {
    const params = { screen_class: screen }
    const { version } = await client.ok('readLayout', { params })
    await client.ok('writeLayout', {
      params,
      body: { version, workspaces: [{ id: 'bench', name: 'bench', content }], active: 'bench' },
    })
  }
}

/** One line: what it is, how much, and whether that is good enough. */
export function printFigure(what: string, value: number, goal: number, isFloor = false, places = 1): void {
  const isMet = isFloor ? value >= goal : value <= goal
  console.log(
    `${what.padEnd(56)} ${value.toFixed(places).padStart(8)}  goal ${goal}: ${isMet ? 'met' : 'MISSED'}`,
  )
}
