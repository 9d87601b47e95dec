/** A real browser on the real page: opened with every complaint of the page recorded, so that a test can ask for none. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { TestContext } from 'node:test'
import { chromium } from 'playwright-core'
import type { Browser, Page } from 'playwright-core'
import { browserPath, shellPath } from '../../scripts/find-browser.ts'
import { PASSWORD } from '../harness.ts'
import { endWhenUnused } from '../shared-parts.ts'
import { waitFor } from '../wait-for.ts'

export type Theme = 'dark' | 'light'
export type Size = { readonly width: number; readonly height: number }

export const DESKTOP: Size = { width: 1440, height: 900 }
export const TABLET: Size = { width: 820, height: 1180 }
export const PHONE: Size = { width: 390, height: 844 }

/** How long anything on the page may take on a slow, busy machine. */
export const PATIENCE_MS = 45_000

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A page lives for seconds here: what its code is optimised at costs more than it saves, a fifth of the processor.
  '--js-flags=--no-opt',
]

/** It ends with its pipe: a signal is handled by nobody in this process. */
const NO_HANDLERS = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false }

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export type OpenPage = {
  readonly page: Page
  /** Console errors, uncaught exceptions, CSP violations and requests that left the page's own origin, so far. */
  readonly complaints: readonly string[]
}

/** Those running, by their programs. */
const browsers = new Map<string, Browser>()

/** A browser without any page; the pages opened since end with the test. Desktop notifications need the whole of it. */
export async function startBrowser(
  context: TestContext,
  part: 'shell' | 'whole' = 'shell',
): Promise<Browser> {
  const path = part === 'whole' ? browserPath() : shellPath()
  const kept = browsers.get(path)
  const running = kept?.isConnected() === true ? kept : undefined
  const browser =
    running ?? (await chromium.launch({ executablePath: path, args: ARGUMENTS, ...NO_HANDLERS }))
  browsers.set(path, browser)
  const others = new Set(browser.contexts())
  context.after(async () => {
    for (const profile of browser.contexts()) if (!others.has(profile)) await profile.close()
  })
  if (running === undefined) {
    endWhenUnused(context, () => {
      browsers.delete(path)
      return browser.close()
    })
  }
  return browser
}

/** A fresh profile at the login of a terminal. */
export async function openPage(
  browser: Browser,
  url: string,
  options: { readonly theme?: Theme; readonly size?: Size; readonly hasTouch?: boolean } = {},
): Promise<OpenPage> {
  const profile = await browser.newContext({
    viewport: options.size ?? DESKTOP,
    colorScheme: options.theme ?? 'dark',
    hasTouch: options.hasTouch ?? false,
    reducedMotion: 'reduce',
  })
  profile.setDefaultTimeout(PATIENCE_MS)
  const page = await profile.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    // Before the login the page asks whether there is a session; the browser calls the answer an error.
    const isSessionAsked = new URL(message.location().url || url).pathname === '/api/session'
    if (message.type() === 'error' && !isSessionAsked)
      complaints.push(`console: ${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', (error) => complaints.push(`exception: ${error.message}`))
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol !== 'data:' && origin !== new URL(url).origin) complaints.push(`request to ${origin}`)
  })
  await page.addInitScript({
    content: `document.addEventListener('securitypolicyviolation', (event) => {
      console.error('CSP: ' + event.violatedDirective + ' ' + event.blockedURI)
    })`,
  })
  await page.goto(url)
  return { page, complaints }
}

/** Types the password and waits for the terminal. */
export async function logInByPage(page: Page): Promise<void> {
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('button', { name: /^Cancel all/ }).waitFor()
}

/** Until no press is refused for the sake of the one before it, or of something that has gone (INV-84): a person looks first. */
export async function rested(page: Page): Promise<void> {
  await page.locator('html:not([data-guarded])').waitFor({ state: 'attached' })
}

export type Inspection = {
  /** Only these parts of the page. */
  readonly within?: readonly string[]
  /** Only these of axe's rules. */
  readonly rules?: readonly string[]
}

/** The open dialog: the page behind it is inspected without it. */
export const IN_DIALOG: Inspection = { within: ['[data-base-ui-portal]'] }

/** The frame around every view, and the list of markets: the same at each look. */
const FRAME = ['.shell-top-bar', 'footer', '[role="listbox"][tabindex]']
/** Looks at a page so far: its frame is inspected at the first one and in each theme. */
const looks = new WeakMap<Page, number>()
const FRAME_LOOKS = 2

/** Everything that axe finds on the page as it is, whatever its impact; the frame at the first looks alone. */
export async function accessibilityFaults(
  page: Page,
  { within = ['html'], rules }: Inspection = {},
): Promise<readonly string[]> {
  const isLoaded = await page.evaluate(() => 'axe' in globalThis)
  if (!isLoaded) await page.evaluate(axeSource)
  // Passed checks are not reported, and no styles of other origins are fetched, of which there are none: a third of the time.
  const options = {
    resultTypes: ['violations'],
    preload: false,
    runOnly: rules ?? ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  }
  const look = (looks.get(page) ?? 0) + 1
  looks.set(page, look)
  const scope = look > FRAME_LOOKS ? { include: within, exclude: FRAME } : { include: within }
  return page.evaluate(
    async ([context, runOptions]) => {
      const { axe } = globalThis as unknown as {
        axe: {
          run: (
            context: { readonly include: readonly string[]; readonly exclude?: readonly string[] },
            options: unknown,
          ) => Promise<{
            violations: { id: string; impact: string | null; nodes: { target: unknown[] }[] }[]
          }>
        }
      }
      const { violations } = await axe.run(context, runOptions)
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => String(target)).join(', ')}`,
      )
    },
    [scope, options] as const,
  )
}

/** Nothing to complain about: no error, no exception, no violation of the policy, no request elsewhere. */
export function assertQuiet({ complaints }: OpenPage): void {
  assert.deepEqual(complaints, [])
}

/** Texts of a locator's elements once all of them pass. */
export async function texts(
  page: Page,
  selector: string,
  passes: (found: readonly string[]) => boolean,
): Promise<void> {
  await waitFor(selector, async () => passes(await page.locator(selector).allInnerTexts()), PATIENCE_MS)
}

/** Figures that wait for an answer are dimmed for a moment: only a fault that stays is one. */
export async function assertAccessible(page: Page, inspection: Inspection = {}): Promise<void> {
  let faults = await accessibilityFaults(page, inspection)
  for (let turn = 0; turn < 4 && faults.length > 0; turn += 1)
    faults = await accessibilityFaults(page, inspection)
  assert.deepEqual(faults, [])
}
