/** Which panels are in front of their groups. Pure. */
import { activate, groupsOf } from './tree.ts'
import type { Layout } from './tree.ts'

/** Panel ids; of two in one group the later one counts. */
export type ActiveIds = readonly string[]

/** Arrangement of a layout, as text: whatever tabs are in front. */
export function arrangementOf(value: unknown): string | undefined {
  return JSON.stringify(value, (key, one: unknown) =>
    key === 'active' && typeof one === 'string' ? undefined : one,
  )
}

/** True if a panel is in front of its group. */
export function isActiveTab<Panel>(layout: Layout<Panel>, id: string): boolean {
  return groupsOf(layout.root).some(({ active }) => active === id)
}

/** The panels in front of a layout. */
export function activeTabsOf<Panel>(layout: Layout<Panel>): ActiveIds {
  return groupsOf(layout.root).map(({ active }) => active)
}

/** Brings panels to the front; the same layout if they are there. */
export function withActiveTabs<Panel>(layout: Layout<Panel>, ids: ActiveIds): Layout<Panel> {
  return ids.reduce((old, id) => (isActiveTab(old, id) ? old : activate(old, id)), layout)
}
