/** The `doctor`'s ways to the venue: the adapter of the configuration, opened for reading, and closed again. */
import type { Finding } from '#core/finding.ts'
import { examineVenue } from '#engine/account/examination.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { Log } from '#ports/log.ts'
import type { VenueCatalog } from '#ports/venue-catalog.ts'
import type { FeedStatus } from '#ports/venue-feeds.ts'
import type { OutcomeId } from '#core/ids.ts'
import type { VenueProfile } from '#venue/profile.ts'
import { createVenue, type Venue, type VenueSecrets } from '#venue/venue.ts'
import { systemClock } from '../process/system-clock.ts'
import { systemRandom } from '../process/system-random.ts'
import { reach } from './reach.ts'

const ANSWER_MS = 8_000
const LOOK_EVERY_MS = 20

const SILENT: Log = { debug() {}, info() {}, warn() {}, error() {} }

/**
 * All findings about the venue of this profile with this account.
 *
 * @param chat  where the chat service is; null when chat is not set up
 */
export async function examineProfile(
  profile: VenueProfile,
  secrets: VenueSecrets,
  chat: URL | null,
): Promise<readonly Finding[]> {
  const venue = await createVenue({ profile, secrets, clock: systemClock, random: systemRandom, log: SILENT })
  const { data, combos } = profile.urls
  try {
    venue.marketFeed.start(() => {})
    const followed = await someOutcome(venue.catalog)
    return await examineVenue({
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
  } finally {
    await venue.close()
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

/** Looks until the feed is live or down, for a while; the reason when it is not. */
function untilLive(status: () => FeedStatus): Promise<Result<null, string>> {
  return new Promise((resolve) => {
    const end = (outcome: Result<null, string>): void => {
      stopLooking()
      stopWaiting()
      resolve(outcome)
    }
    const stopLooking = systemClock.every(LOOK_EVERY_MS, () => {
      const { state, detail } = status()
      if (state === 'live') end(ok(null))
      if (state === 'down') end(err(detail ?? 'no connection'))
    })
    const stopWaiting = systemClock.after(ANSWER_MS, () => end(err(status().detail ?? 'no frame received')))
  })
}
