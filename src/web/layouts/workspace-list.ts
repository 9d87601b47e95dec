/** The workspaces of one screen class: those that come with the page, and the user's own. Pure. */
import type { Request } from '#contract/routes.ts'
import { arrangementOf } from '../dock/layout/active-tabs.ts'
import { readContent, writeContent } from './layout-document.ts'
import type { Kept, Unreadable } from './layout-document.ts'
import { PRESETS, presetOf } from './presets.ts'
import type { Layout } from './panel.ts'

export type LayoutBody = Request<'writeLayout'>['body']
type Entry = LayoutBody['workspaces'][number]

/** As the server keeps it, without its version. */
export type Document = { readonly workspaces: readonly Entry[]; readonly active: string | null }

export type Listed = {
  readonly id: string
  readonly name: string
  /** True if it comes with the page: it can be changed and reset, not deleted. */
  readonly isShipped: boolean
  readonly isChanged: boolean
}

export const NO_DOCUMENT: Document = { workspaces: [], active: null }

/** The server takes twenty. */
const MAX_KEPT = 20

/** All workspaces in the order of their numbers: those of the page, then the user's own. */
export function listed({ workspaces }: Document): readonly Listed[] {
  const shipped = PRESETS.map(({ id, name }) => ({
    id,
    name,
    isShipped: true,
    isChanged: workspaces.some((entry) => entry.id === id),
  }))
  const own = workspaces
    .filter((entry) => !PRESETS.some(({ id }) => id === entry.id))
    .map(({ id, name }) => ({ id, name, isShipped: false, isChanged: true }))
  return [...shipped, ...own]
}

/** Kept content of a workspace: null without any, so that its preset holds. */
export function keptOf(document: Document, id: string): Kept | Unreadable | null {
  const entry = document.workspaces.find((one) => one.id === id)
  if (entry === undefined) return null
  const read = readContent(entry.content)
  return read.ok ? read.value : read.error
}

/** Puts a changed layout; false if there is no room for one more. */
export function withLayout(document: Document, id: string, layout: Layout): Document | null {
  const before = document.workspaces.find((one) => one.id === id)
  const kept = keptOf(document, id)
  const base = kept !== null && typeof kept === 'object' ? kept.base : presetOf(id).id
  const content = writeContent({ layout, base })
  if (before !== undefined) {
    return {
      ...document,
      workspaces: document.workspaces.map((one) => (one.id === id ? { ...one, content } : one)),
    }
  }
  return withEntry(document, { id, name: presetOf(id).name, content })
}

/** Keeps a layout under a new name. */
export function saveAs(document: Document, id: string, name: string, kept: Kept): Document | null {
  return withEntry(document, { id, name, content: writeContent(kept) })
}

function withEntry(document: Document, entry: Entry): Document | null {
  if (document.workspaces.length >= MAX_KEPT) return null
  return { ...document, workspaces: [...document.workspaces, entry] }
}

/** Removes a workspace: one of the page's then has its preset, an own one is gone. */
export function without(document: Document, id: string): Document {
  return { ...document, workspaces: document.workspaces.filter((one) => one.id !== id) }
}

/** The changes of this tab since `before` over what the server has: of the same workspace those of this tab hold. */
export function onTop(before: Document, mine: Document, theirs: Document): Document {
  const isMine = ({ id }: Entry): boolean => !isSame(find(mine, id), find(before, id))
  return {
    workspaces: [
      ...theirs.workspaces.flatMap((one) => (isMine(one) ? (find(mine, one.id) ?? []) : one)),
      ...mine.workspaces.filter((one) => isMine(one) && find(theirs, one.id) === undefined),
    ],
    active: mine.active,
  }
}

function find({ workspaces }: Document, id: string): Entry | undefined {
  return workspaces.find((one) => one.id === id)
}

function isSame(one: Entry | undefined, other: Entry | undefined): boolean {
  return one === other || arrangementOf(one) === arrangementOf(other)
}
