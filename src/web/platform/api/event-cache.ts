/** Events read by id for lists that name only the id: each read once, a few at a time, kept until the page is closed. */
import type { Result } from '#lib/result.ts'
import { createTurns } from '#lib/turns.ts'
import { createStore } from '../state/store.ts'
import type { Readable, Store } from '../state/store.ts'
import type { ApiFault, Event } from './client.ts'

export type EventCache = ReturnType<typeof createEventCache>

const AT_ONCE = 4

/** Builds the cache over a read of one event. */
export function createEventCache(read: (eventId: string) => Promise<Result<Event, ApiFault>>) {
  const events = new Map<string, Store<Event | null>>()
  const asked = new Set<string>()
  const all = createStore<ReadonlyMap<string, Event>>(new Map())
  const inTurn = createTurns(AT_ONCE)

  /** Null until it has been read; an event that cannot be read stays null. */
  function event(eventId: string): Store<Event | null> {
    const known = events.get(eventId) ?? createStore<Event | null>(null)
    events.set(eventId, known)
    return known
  }

  /** Puts in an event that was read elsewhere. */
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
    event: event as (eventId: string) => Readable<Event | null>,
    /** Every event that has been read. */
    all: all as Readable<ReadonlyMap<string, Event>>,
    put,
    /** Reads what is not there yet, in this order. */
    want: (eventIds: readonly string[]): void => {
      for (const eventId of eventIds) {
        if (asked.has(eventId)) continue
        asked.add(eventId)
        void inTurn(() => load(eventId))
      }
    },
  }
}
