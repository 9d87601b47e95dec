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

/** So long may figures wait for an answer. */
const SETTLED_MS = 8_000

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

/** Forms of parts that axe found nothing in, in this process. */
const sound = new Set<number>()

/**
 * Runs axe over the parts that it has not seen before in the form that they have, which is their elements with classes, roles and states, in
 * this look. Rows that follow each other in one form are one. Answers the faults, or the forms that it found none in.
 */
const INSPECT = `async ([within, rules, sound]) => {
  const [LEAST, MOST] = [12, 24]
  const known = new Set(sound)
  const root = document.documentElement
  const media = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)'].map((query) => matchMedia(query).matches)
  const hash = (text) => {
    let [high, low] = [0xdeadbeef, 0x41c6ce57]
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      high = Math.imul(high ^ code, 2654435761)
      low = Math.imul(low ^ code, 1597334677)
    }
    return 4294967296 * (2097151 & (low ^ (high >>> 13))) + ((high ^ (low >>> 16)) >>> 0)
  }
  const lookOf = ({ clientWidth, clientHeight, dataset }) => [clientWidth, clientHeight, dataset.theme, dataset.polarity, ...media, ...rules].join()
  const kindOf = (text) => (/[a-z]/i.test(text) ? 'a' : '') + (/\\d/.test(text) ? '0' : '')
  const OWN = /^(?:id|for|href|src|d|points|aria-(?:controls|labelledby|describedby|owns|activedescendant))$/
  const WORDS = /^(?:aria-(?:label|description|valuetext)|title|value|placeholder|alt)$/
  const forms = new Map()
  const sizes = new Map()
  const formOf = (element, context) => {
    let form = context + element.localName
    let size = 1
    for (const { name, value } of element.attributes)
      form += ' ' + name + (OWN.test(name) ? '' : '=' + (WORDS.test(name) ? kindOf(value) : value.replace(/\\d+/g, '0')))
    let last
    for (const node of element.childNodes) {
      let part
      if (node.nodeType === 3) part = kindOf(node.data)
      else if (node.nodeType === 1) {
        part = formOf(node, '')
        size += sizes.get(node)
      } else continue
      if (part !== last) form += '>' + part
      last = part
    }
    sizes.set(element, size)
    const hashed = hash(form)
    forms.set(element, hashed)
    return hashed
  }
  const found = []
  const exclude = []
  const visit = (element) => {
    const form = hash(look + forms.get(element))
    if (known.has(form)) exclude.push(element)
    else {
      found.push(form)
      for (const child of element.children) if (sizes.get(child) >= LEAST) visit(child)
    }
  }
  const look = lookOf(root)
  const include = within.flatMap((selector) => [...document.querySelectorAll(selector)])
  if (include.length === 0) throw new Error('no ' + within)
  for (const element of include) {
    formOf(element, element.parentElement?.className ?? '')
    visit(element)
  }
  if (found.length === 0) return { faults: [], found }
  const largest = exclude.sort((one, other) => sizes.get(other) - sizes.get(one)).slice(0, MOST)
  const options = { resultTypes: ['violations'], preload: false, runOnly: rules }
  const { violations } = await axe.run({ include, exclude: largest }, options)
  const faults = violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => String(target)).join(', '))
  return { faults, found: faults.length === 0 ? found : [] }
}`

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Everything that axe finds on the page as it is, whatever its impact, in what it has not found sound before. */
export async function accessibilityFaults(
  page: Page,
  { within = ['html'], rules = RULES }: Inspection = {},
): Promise<readonly string[]> {
  const isLoaded = await page.evaluate(() => 'axe' in globalThis)
  if (!isLoaded) await page.evaluate(axeSource)
  const { faults, found } = await page.evaluate<{
    readonly faults: readonly string[]
    readonly found: readonly number[]
  }>(`(${INSPECT})(${JSON.stringify([within, rules, [...sound]])})`)
  for (const form of found) sound.add(form)
  return faults
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
  let faults: readonly string[] = []
  const isSound = async () => (faults = await accessibilityFaults(page, inspection)).length === 0
  await waitFor('a page without faults', isSound, SETTLED_MS).catch((error: unknown) => {
    assert.deepEqual(faults, [])
    throw error
  })
}
