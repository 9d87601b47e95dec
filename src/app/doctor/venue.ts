/** The `doctor`'s ways to the venue: the adapter of the configuration, opened for reading, and closed again. */
import type { Finding } from '#core/finding.ts'
import { examineVenue } from '#engine/account/examination.ts'
import { walkVenue } from '#engine/account/venue-walk.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { Log } from '#ports/log.ts'
import type { VenueCatalog } from '#ports/venue-catalog.ts'
import type { FeedStatus } from '#ports/venue-feeds.ts'
import type { OutcomeId } from '#core/ids.ts'
import type { Outcome } from '#core/market/market.ts'
import type { VenueProfile } from '#venue/profile.ts'
import { createVenue, type Venue, type VenueSecrets } from '#venue/venue.ts'
import { systemClock } from '../process/system-clock.ts'
import { systemRandom } from '../process/system-random.ts'
import { reach } from './reach.ts'

const ANSWER_MS = 8_000
/** The feed asks again for a book that does not come, three times 5 s apart. */
const FIRST_BOOK_MS = 20_000
const LOOK_EVERY_MS = 20

const SILENT: Log = { debug() {}, info() {}, warn() {}, error() {} }

/**
 * All findings about the venue of this profile with this account.
 *
 * @param chat    where the chat service is; null when chat is not set up
 * @param isWalk  reads a page of every list and waits for a first book as well
 */
export async function examineProfile(
  profile: VenueProfile,
  secrets: VenueSecrets,
  chat: URL | null,
  isWalk: boolean,
): Promise<readonly Finding[]> {
  const venue = await createVenue({ profile, secrets, clock: systemClock, random: systemRandom, log: SILENT })
  const { data, combos } = profile.urls
  try {
    const books = listenForBooks(venue)
    const followed = await someOutcome(venue.catalog)
    const findings = await examineVenue({
      clock: systemClock,
      account: venue.account,
      outcomeId: followed,
      catalog: venue.catalog,
      geoblock: venue.geoblock,
      passages: [
        ...(data === null ? [] : [{ name: 'data service', attempt: () => reach(data) }]),
        ...(combos === null ? [] : [{ name: 'combos service', attempt: () => reach(combos) }]),
        ...(chat === null ? [] : [{ name: 'chat service', attempt: () => reach(new URL('/', chat)) }]),
        { name: 'market channel', attempt: () => openMarketChannel(venue, followed) },
        {
          name: 'sports channel',
          attempt: () => {
            venue.sportsFeed.start(() => {})
            return untilLive(() => venue.sportsFeed.status())
          },
        },
      ],
      userChannel: {
        name: 'user channel',
        attempt: () => {
          venue.userFeed.start(() => {})
          return untilLive(() => venue.userFeed.status())
        },
      },
    })
    if (!isWalk) return findings
    const walked = await walkVenue({
      clock: systemClock,
      account: venue.account,
      catalog: venue.catalog,
      data: venue.data,
      combos: venue.combos,
      firstBook: books.first,
    })
    return [...findings, ...walked]
  } finally {
    await venue.close()
  }
}

/** Starts the market feed and remembers whose book has come. */
function listenForBooks(venue: Venue): {
  readonly first: (outcome: Outcome) => Promise<Result<number, string>>
} {
  const come = new Set<OutcomeId>()
  venue.marketFeed.start((event) => {
    if (event.type === 'snapshot') come.add(event.outcomeId)
  })
  return {
    async first({ id }) {
      come.delete(id)
      const startedAt = systemClock.monotonic()
      venue.marketFeed.follow([])
      venue.marketFeed.follow([id])
      const outcome = await until(
        () => (come.has(id) ? ok(null) : null),
        FIRST_BOOK_MS,
        () => venue.marketFeed.status().detail ?? `no book within ${FIRST_BOOK_MS / 1000} s`,
      )
      return outcome.ok ? ok(Math.round(systemClock.monotonic() - startedAt)) : outcome
    },
  }
}

/** The channel sends nothing until an outcome is subscribed. */
async function openMarketChannel(venue: Venue, outcomeId: OutcomeId | null): Promise<Result<null, string>> {
  if (outcomeId === null) return err('the catalog names no outcome to follow')
  venue.marketFeed.follow([outcomeId])
  return untilLive(() => venue.marketFeed.status())
}

async function someOutcome(catalog: VenueCatalog): Promise<OutcomeId | null> {
  const page = await catalog.events({ closed: false, cursor: null })
  if (!page.ok) return null
  const markets = page.value.events.flatMap((event) => event.markets)
  return markets.find((market) => market.acceptingOrders)?.outcomes[0]?.id ?? null
}

function untilLive(status: () => FeedStatus): Promise<Result<null, string>> {
  return until(
    () => {
      const { state, detail } = status()
      return state === 'live' ? ok(null) : state === 'down' ? err(detail ?? 'no connection') : null
    },
    ANSWER_MS,
    () => status().detail ?? 'no frame received',
  )
}

/** Polls until there is an outcome, for at most `ms`; `late` is the reason when there is none. */
function until(
  look: () => Result<null, string> | null,
  ms: number,
  late: () => string,
): Promise<Result<null, string>> {
  return new Promise((resolve) => {
    const end = (outcome: Result<null, string>): void => {
      stopLooking()
      stopWaiting()
      resolve(outcome)
    }
    const stopLooking = systemClock.every(LOOK_EVERY_MS, () => {
      const outcome = look()
      if (outcome !== null) end(outcome)
    })
    const stopWaiting = systemClock.after(ms, () => end(err(late())))
  })
}
