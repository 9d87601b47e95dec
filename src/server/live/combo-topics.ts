/** The combo topics: lists whose deltas are found by comparing with what was last sent. */
import type { Engine } from '#engine/engine.ts'
import { comboPositionView, comboRfqView } from '../views/combos.ts'
import { listText, type Topic } from './topic.ts'

/** Opens `combo_rfqs` or `combo_positions`, empty without a combos venue; null for any other name. */
export function openComboTopic(engine: Pick<Engine, 'combos' | 'catalog'>, name: string): Topic | null {
  const { combos, catalog } = engine
  if (name === 'combo_positions') {
    return listTopic(
      () => (combos === null ? [] : combos.held())?.map((one) => comboPositionView(one, catalog)) ?? null,
      JSON.stringify,
    )
  }
  if (name !== 'combo_rfqs') return null
  return listTopic(
    () => (combos?.rfqs() ?? []).map((rfq) => comboRfqView(rfq, catalog)),
    // A countdown alone is no news.
    (rfq) => JSON.stringify({ ...rfq, quote: rfq.quote && { ...rfq.quote, expires_in_ms: 0 } }),
  )
}

/** A list whose deltas are found by comparing; `read` answers null while it is not known. */
export function listTopic<Item extends { readonly id: string }>(
  read: () => readonly Item[] | null,
  newsOf: (item: Item) => string,
): Topic {
  /** Items that every tab holds; an item of which a snapshot has given one of them something newer is not in it. */
  let published = new Map(read()?.map((item) => [item.id, newsOf(item)]))
  /** Every id that a tab may hold. */
  const shown = new Set(published.keys())

  return {
    snapshot() {
      const items = read()
      if (items === null) return null
      const news = new Map(items.map((item) => [item.id, newsOf(item)]))
      for (const { id } of items) shown.add(id)
      for (const [id, last] of published) if (news.get(id) !== last) published.delete(id)
      return listText(items)
    },
    advance() {
      const items = read()
      if (items === null) return null
      const news = new Map(items.map((item) => [item.id, newsOf(item)]))
      const upsert = items.filter(({ id }) => news.get(id) !== published.get(id))
      const remove = [...shown].filter((id) => !news.has(id))
      published = news
      for (const id of remove) shown.delete(id)
      for (const id of news.keys()) shown.add(id)
      return upsert.length + remove.length === 0 ? null : listText(upsert, remove)
    },
    close: () => undefined,
  }
}
