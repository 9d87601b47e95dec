/** One open topic, and the kinds there are: a whole value, a list that is compared, a list whose changes are collected. */
import type { Codec } from '#contract/codec/codec.ts'
import type { ListDelta } from '#contract/live.ts'

/** Part of a codec that a topic uses. */
type Encoder<Core, Wire> = Pick<Codec<Core, Wire>, 'encode'>

/** Data is JSON text. */
export type Topic = {
  /** Null while its value is not known yet. */
  snapshot(): string | null
  /** The change since the last call, or since opening; null when there is none. */
  advance(): string | null
  close(): void
}

/**
 * A topic whose every change is the whole value again.
 *
 * @param newsOf  of the wire's value: equal texts are no change
 */
export function wholeTopic<Core, Wire>(
  { encode }: Encoder<Core, Wire>,
  read: () => Core,
  newsOf: (wire: Wire) => string = JSON.stringify,
): Topic {
  /** Value that every tab holds; null once a snapshot has given one of them something newer. */
  let sent: string | null = newsOf(encode(read()))
  return {
    snapshot() {
      const wire = encode(read())
      if (newsOf(wire) !== sent) sent = null
      return JSON.stringify(wire)
    },
    advance() {
      const wire = encode(read())
      const news = newsOf(wire)
      if (news === sent) return null
      sent = news
      return JSON.stringify(wire)
    },
    close: () => undefined,
  }
}

/** Changes of a list between two calls of `advance`, the last of each key; nothing is collected while nobody follows it. */
export function createCollector<Value>() {
  let pending: Map<string, Value> | null = null
  return {
    add: (key: string, value: Value): void => void pending?.set(key, value),
    /** @param changeText  of at least one change; null when nothing can be said of it now */
    topic(snapshot: () => string | null, changeText: (changes: readonly Value[]) => string | null): Topic {
      pending = new Map()
      return {
        snapshot,
        advance() {
          const changes = [...(pending?.values() ?? [])]
          pending?.clear()
          return changes.length === 0 ? null : changeText(changes)
        },
        close() {
          pending = null
        },
      }
    },
  }
}

/** A list's snapshot or change. @param beside  what its topic says with each */
export function listOf<Core>(
  { encode }: Encoder<Core, unknown>,
  upsert: readonly Core[],
  remove: readonly string[] = [],
  beside: Readonly<Record<string, unknown>> = {},
): string {
  return listText(upsert.map(encode), remove, beside)
}

function listText(upsert: readonly unknown[], remove: readonly string[], beside = {}): string {
  return JSON.stringify({ upsert, remove, ...beside } satisfies ListDelta<unknown>)
}

/**
 * A list whose deltas are found by comparing.
 *
 * @param known  null while it is not known
 * @param newsOf  of the wire's item: equal texts are no change
 */
export function listTopic<Core, Wire extends { readonly id: string }>(
  { encode }: Encoder<Core, Wire>,
  known: () => readonly Core[] | null,
  newsOf: (item: Wire) => string = JSON.stringify,
): Topic {
  const read = (): readonly Wire[] | null => known()?.map(encode) ?? null
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
      return listText(items, [])
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
