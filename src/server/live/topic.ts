/** One open topic, and the kinds there are: a whole value, a list that is compared, a list whose changes are collected. */
import type { Codec } from '#contract/codec/codec.ts'
import type { ListDelta } from '#contract/live.ts'

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
 * @param newsOf  equal texts are no change
 */
export function wholeTopic<Value>(read: () => Value, newsOf: (value: Value) => string): Topic {
  /** Value that every tab holds; null once a snapshot has given one of them something newer. */
  let sent: string | null = newsOf(read())
  return {
    snapshot() {
      const value = read()
      if (newsOf(value) !== sent) sent = null
      return JSON.stringify(value)
    },
    advance() {
      const value = read()
      const news = newsOf(value)
      if (news === sent) return null
      sent = news
      return JSON.stringify(value)
    },
    close: () => undefined,
  }
}

/** Unsent news of an open topic, by key; nothing is collected while nobody follows it. */
export type Pending<Key, Value> = {
  open(): void
  isOpen(): boolean
  /** Collects a change, in place of one with the same key; answers whether the topic is open. */
  add(key: Key, value: Value): boolean
  /** The changes since the last call. */
  take(): readonly Value[]
  close(): void
}

/** Closed, with no changes. */
export function createPending<Key, Value>(): Pending<Key, Value> {
  let pending: Map<Key, Value> | null = null
  return {
    open() {
      pending = new Map()
    },
    isOpen: () => pending !== null,
    add(key, value) {
      pending?.set(key, value)
      return pending !== null
    },
    take() {
      const changes = [...(pending?.values() ?? [])]
      pending?.clear()
      return changes
    },
    close() {
      pending = null
    },
  }
}

/**
 * A topic whose changes are collected between two calls of `advance`.
 *
 * @param changeText  of at least one change; null when nothing can be said of it now
 */
export function collectingTopic<Key, Value>(
  pending: Pending<Key, Value>,
  snapshot: () => string | null,
  changeText: (changes: readonly Value[]) => string | null,
): Topic {
  pending.open()
  return {
    snapshot,
    advance() {
      const changes = pending.take()
      return changes.length === 0 ? null : changeText(changes)
    },
    close: () => pending.close(),
  }
}

/** A list's snapshot or change, of core's values. */
export function listOf<Core>(
  { encode }: Pick<Codec<Core, unknown>, 'encode'>,
  upsert: readonly Core[],
  remove: readonly string[] = [],
): string {
  return listText(upsert.map(encode), remove)
}

/** The same of wire values. */
export function listText(upsert: readonly unknown[], remove: readonly string[] = []): string {
  return JSON.stringify({ upsert, remove } satisfies ListDelta<unknown>)
}
