/**
 * The venue's lists of tags, teams and leagues, read seldom: events bring their own. A list that ends in a fault adds what it
 * gave to what is known, and is left alone for longer and longer.
 */
import type { League, MarketEvent, Tag, Team } from '#core/market/market.ts'
import { backoffMs, type Backoff } from '#lib/backoff.ts'
import type { Result } from '#lib/result.ts'
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import type { ReadFault } from '#ports/venue-account.ts'
import type { VenueCatalog, VenueListing } from '#ports/venue-catalog.ts'

const EVERY_MS = 24 * 3_600_000
const RETRY: Backoff = { firstMs: 3_600_000, maxMs: EVERY_MS }

export type CatalogReference = ReturnType<typeof createCatalogReference>

/** Nothing is known before the first read. */
export function createCatalogReference(options: {
  readonly venue: Pick<VenueCatalog, 'tags' | 'teams' | 'leagues'>
  readonly clock: Clock
  readonly log: Log
}) {
  const { venue, clock, log } = options
  let tags: readonly Tag[] = []
  let teams: readonly Team[] = []
  let leagues: ReadonlyMap<string, League> = new Map()
  let dueAt = Number.NEGATIVE_INFINITY
  let failures = 0

  return {
    tags: (): readonly Tag[] => tags,
    teams: (): readonly Team[] => teams,
    leagues: (): readonly League[] => [...leagues.values()],
    leagueOf: (event: MarketEvent): League | null => {
      const code = event.teams[0]?.league
      if (code !== undefined) return leagues.get(code) ?? { code, name: code, ordering: 'home' }
      return leagues.get(event.slug.split('-', 1)[0] ?? '') ?? null
    },
    leagueByCode: (code: string): League | null => leagues.get(code) ?? null,
    /** Content of a copy from disk. */
    restore(copy: {
      readonly tags: readonly Tag[]
      readonly teams: readonly Team[]
      readonly leagues: readonly League[]
    }): void {
      tags = copy.tags
      teams = copy.teams
      leagues = byCode(copy.leagues)
    },
    /** Reads tags and teams when they are due. */
    async readLists(): Promise<void> {
      if (clock.monotonic() < dueAt) return
      const [newTags, newTeams] = [await venue.tags(), await venue.teams()]
      tags = merged(tags, newTags)
      teams = merged(teams, newTeams)
      const fault = newTags.fault ?? newTeams.fault
      failures = fault === null ? 0 : failures + 1
      if (fault !== null) log.warn('catalog.lists_unread', { fault: fault.kind, detail: fault.detail })
      dueAt = clock.monotonic() + (fault === null ? EVERY_MS : backoffMs(RETRY, failures - 1))
    },
    /** Reads the leagues; answers whether they have changed. */
    async readLeagues(): Promise<boolean> {
      const answer: Result<readonly League[], ReadFault> = await venue.leagues()
      if (!answer.ok) {
        log.warn('catalog.leagues_unread', { fault: answer.error.kind })
        return false
      }
      const before = leagues
      leagues = byCode(answer.value)
      return !sameLeagues(before, leagues)
    },
  }
}

/** A complete list replaces what was known; of one that broke off the rest is as it was known. */
function merged<T extends { readonly id: string }>(
  known: readonly T[],
  { rows, fault }: VenueListing<T>,
): readonly T[] {
  if (fault === null) return rows
  const read = new Set(rows.map(({ id }) => id))
  return [...rows, ...known.filter(({ id }) => !read.has(id))]
}

function byCode(leagues: readonly League[]): ReadonlyMap<string, League> {
  return new Map(leagues.map((league) => [league.code, league]))
}

function sameLeagues(a: ReadonlyMap<string, League>, b: ReadonlyMap<string, League>): boolean {
  return (
    a.size === b.size &&
    [...b.values()].every(({ code, name, ordering }) => {
      const known = a.get(code)
      return known?.name === name && known.ordering === ordering
    })
  )
}
