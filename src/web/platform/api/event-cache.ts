/** Events read by id for lists that name only the id: each read once, a few at a time, kept until the page is closed. */
import type { Result } from '#lib/result.ts'
import { createTurns } from '#lib/turns.ts'
import { createStore } from '../state/store.ts'
import type { Readable, Store } from '../state/store.ts'
import type { ApiFault, Event } from './client.ts'

export type EventCache = {
  /** Null until it has been read; an event that cannot be read stays null. */
  readonly event: (eventId: string) => Readable<Event | null>
  /** Every event that has been read. */
  readonly all: Readable<ReadonlyMap<string, Event>>
  /** Reads what is not there yet, in this order. */
  readonly want: (eventIds: readonly string[]) => void
  /** Puts in an event that was read elsewhere. */
  readonly put: (event: Event) => void
}

const AT_ONCE = 4

/** Builds the cache over a read of one event. */
export function createEventCache(read: (eventId: string) => Promise<Result<Event, ApiFault>>): EventCache {
  const events = new Map<string, Store<Event | null>>()
  const asked = new Set<string>()
  const all = createStore<ReadonlyMap<string, Event>>(new Map())
  const inTurn = createTurns(AT_ONCE)

  function event(eventId: string): Store<Event | null> {
    const known = events.get(eventId)
    if (known !== undefined) return known
    const made = createStore<Event | null>(null)
    events.set(eventId, made)
    return made
  }

  function put(found: Event): void {
    asked.add(found.id)
    event(found.id).set(found)
    all.update((old) => new Map(old).set(found.id, found))
  }

  async function load(eventId: string): Promise<void> {
    const answer = await read(eventId)
    if (answer.ok) put(answer.value)
    // A read without an answer may be asked for again; an event that does not exist may not.
    else if (answer.error.kind !== 'problem') asked.delete(eventId)
  }

  return {
    event,
    all,
    put,
    want(eventIds) {
      for (const eventId of eventIds) {
        if (asked.has(eventId)) continue
        asked.add(eventId)
        void inTurn(() => load(eventId))
      }
    },
  }
}
