/** A screen reader's view of the page: read from the browser's own accessibility tree and from the live regions. */
import type { CDPSession, Page } from 'playwright-core'
import { waitFor } from '../wait-for.ts'
import { PATIENCE_MS } from './browser.ts'

/** A message of a live region, at the page's own clock in milliseconds. */
export type Message = { readonly region: 'polite' | 'assertive'; readonly text: string; readonly at: number }

/** One thing of the accessibility tree; what has no name is read by its content. */
export type Spoken = {
  readonly role: string
  readonly name: string
  readonly description: string
  readonly value: string
}

export type Reader = {
  /** The focused element, or the active part that it points at. */
  readonly focused: () => Promise<Spoken>
  /** Waits until what is in focus is called so. */
  readonly expects: (role: string, name: RegExp | string) => Promise<Spoken>
  /** Every thing of a role, in reading order. */
  readonly all: (role: string) => Promise<readonly Spoken[]>
  /** Messages of the regions so far. */
  readonly messages: () => Promise<readonly Message[]>
  /** Waits until a region has said it, after so many messages. */
  readonly said: (region: Message['region'], text: RegExp) => Promise<Message>
}

type Value = { readonly value?: unknown }
type AxNode = {
  readonly nodeId: string
  readonly ignored: boolean
  readonly role?: Value
  readonly name?: Value
  readonly description?: Value
  readonly value?: Value
  readonly properties?: readonly {
    readonly name: string
    readonly value: Value & { readonly relatedNodes?: readonly { readonly backendDOMNodeId: number }[] }
  }[]
}

/** Notes what the live regions say and when, from the page's first moment on. */
const LISTEN = `{
  const said = (globalThis.saidByRegions = [])
  const readOut = () => {
    for (const region of document.querySelectorAll('[aria-live]')) {
      const text = region.textContent
      if (text === '' || region.lastSaid === text) continue
      region.lastSaid = text
      said.push({ region: region.getAttribute('aria-live'), text, at: performance.now() })
    }
  }
  new MutationObserver(readOut).observe(document, { subtree: true, childList: true, characterData: true })
}`

/** A reader of a page that has yet to be opened. */
export async function listen(page: Page): Promise<void> {
  await page.addInitScript({ content: LISTEN })
}

export async function startReader(page: Page): Promise<Reader> {
  const cdp: CDPSession = await page.context().newCDPSession(page)
  await cdp.send('Accessibility.enable')
  /** The thing of one element: the whole tree has thousands, and takes a tenth of a second to read. */
  async function thingOf(
    element: { readonly objectId: string } | { readonly backendNodeId: number },
  ): Promise<AxNode | undefined> {
    const { nodes } = await cdp.send('Accessibility.getPartialAXTree', { ...element, fetchRelatives: false })
    return nodes[0]
  }

  async function elementOf(expression: string): Promise<string> {
    const { result } = await cdp.send('Runtime.evaluate', { expression })
    if (result.objectId === undefined) throw new Error(`the page has no ${expression}`)
    return result.objectId
  }

  async function focused(): Promise<Spoken> {
    const holder = await thingOf({ objectId: await elementOf('document.activeElement ?? document.body') })
    const active = holder?.properties?.find(({ name }) => name === 'activedescendant')?.value
      .relatedNodes?.[0]
    return spoken(active === undefined ? holder : await thingOf({ backendNodeId: active.backendDOMNodeId }))
  }

  async function spoken(node: AxNode | undefined): Promise<Spoken> {
    const name = text(node?.name)
    return {
      role: text(node?.role),
      name: name === '' && node !== undefined ? await contentOf(node) : name,
      description: text(node?.description),
      value: text(node?.value),
    }
  }

  async function contentOf(node: AxNode): Promise<string> {
    if (node.role?.value === 'StaticText') return text(node.name)
    const { nodes } = await cdp.send('Accessibility.getChildAXNodes', { id: node.nodeId })
    const parts = await Promise.all((nodes as readonly AxNode[]).map(contentOf))
    return parts.join(' ').replaceAll(/\s+/g, ' ').trim()
  }

  const messages = (): Promise<readonly Message[]> =>
    page.evaluate(() => (globalThis as unknown as { saidByRegions: readonly Message[] }).saidByRegions)

  return {
    focused,
    expects: (role, name) =>
      waitFor(
        `${role} ${String(name)} in focus`,
        async () => {
          const found = await focused()
          const isNamed = typeof name === 'string' ? found.name === name : name.test(found.name)
          return found.role === role && isNamed ? found : null
        },
        PATIENCE_MS,
      ),
    async all(role) {
      const { nodes } = await cdp.send('Accessibility.queryAXTree', {
        objectId: await elementOf('document'),
        role,
      })
      return Promise.all((nodes as readonly AxNode[]).filter((node) => !node.ignored).map(spoken))
    },
    messages,
    said: (region, text) =>
      waitFor(
        `${region}: ${String(text)}`,
        async () => (await messages()).findLast((one) => one.region === region && text.test(one.text)),
        PATIENCE_MS,
      ),
  }
}

function text(value: Value | undefined): string {
  return typeof value?.value === 'string' ? value.value : ''
}
