/** Content of a sheet of keys: every command of the registry under its place, with its keys as they are now. */
import type { KeyMap } from '../../commands/key-map.ts'
import { KEY_COMMANDS, SCOPES } from '../../commands/registry.ts'
import type { Scope } from '../../commands/registry.ts'
import { showStroke } from '../../commands/strokes.ts'

export type SheetLine = { readonly id: string; readonly title: string; readonly strokes: readonly string[] }
export type SheetSection = {
  readonly id: string
  readonly name: string
  readonly lines: readonly SheetLine[]
}

/** Keys that are the same for everybody: no command, or a fixed key. */
const FIXED: readonly SheetSection[] = [
  {
    id: 'fixed',
    name: 'Always the same',
    lines: [
      { id: 'tab', title: 'Next control, previous control', strokes: ['Tab', 'Shift Tab'] },
      {
        id: 'escape',
        title: 'Cancels a drag, closes what lies over the page, leaves the ladder; never trades',
        strokes: ['Esc'],
      },
      { id: 'wheel', title: 'Scrolls a ladder', strokes: ['Wheel'] },
      {
        id: 'shift_click',
        title: 'Price and side into the ticket, nothing is sent',
        strokes: ['Shift click'],
      },
      { id: 'alt_click', title: 'Alert at the price', strokes: ['Alt click'] },
    ],
  },
]

const WORDS: Readonly<Record<Scope, string>> = {
  page: 'everywhere page',
  ladder: 'ladder trade order price',
  ticket: 'ticket order',
  results: 'search results find',
  watchlist: 'watchlist stars',
}

/** The sections that hold something of what was typed. */
export function sheetSections(map: KeyMap, typed: string): readonly SheetSection[] {
  const sections = SCOPES.map(([scope, name]) => ({
    id: scope,
    name,
    words: WORDS[scope],
    lines: KEY_COMMANDS.filter((command) => command.scope === scope).map(({ id, title }) => ({
      id,
      title,
      strokes: map.strokes[id].map(showStroke),
    })),
  }))
  return [...sections, ...FIXED.map((section) => ({ ...section, words: 'mouse fixed' }))]
    .map(({ words, ...section }) => ({
      ...section,
      lines: section.lines.filter((line) => isFound(`${line.title} ${words}`, line.strokes, typed)),
    }))
    .filter(({ lines }) => lines.length > 0)
}

/** A stroke is found as it is written; words by their beginnings. */
function isFound(text: string, strokes: readonly string[], typed: string): boolean {
  const asked = typed.trim().toLowerCase()
  if (strokes.some((stroke) => stroke.toLowerCase() === asked)) return true
  const there = text.toLowerCase().split(/[\s:;,]+/)
  return asked.split(/\s+/).every((word) => there.some((one) => one.startsWith(word)))
}
