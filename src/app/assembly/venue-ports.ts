/**
 * The venue as the engine gets it: the adapter with the account's secrets or, on paper, its public ports and a paper
 * account in place of the rest. In the second case nothing in the process holds a key or a way to send an order.
 */
import { createJournalWriter, replayJournal } from '#paper/journal.ts'
import { createPaperVenue, shareMarketFeed, type PaperMarkets } from '#paper/venue.ts'
import { createPaperJournal, paperStartingCash } from '#store/paper-journal.ts'
import type { FeedTap } from '#ports/recording.ts'
import type { VenueHeartbeat } from '#ports/venue-heartbeat.ts'
import type { PointName } from '#ports/venue-trading.ts'
import { createPublicVenue, createVenue, type Venue } from '#venue/venue.ts'
import type { RunParts, World } from '../world.ts'

export type VenuePorts = Omit<Venue, 'heartbeat'> & {
  /** Null on paper: nothing is at the venue that could be cancelled. */
  readonly heartbeat: VenueHeartbeat | null
}

/** The venue's markets; the account's ports are opened on what was built of them. */
type OpenedVenue = Pick<VenuePorts, 'catalog' | 'marketFeed' | 'sportsFeed'> & {
  readonly account: (markets: PaperMarkets) => VenuePorts
}

/** Opens the venue as configured. */
export async function openVenue(
  parts: Omit<RunParts, 'point'> & {
    readonly world: World
    readonly points: (name: PointName) => void
    /** Receives the frames of the public channels. */
    readonly tap: FeedTap
  },
): Promise<OpenedVenue> {
  const { configuration, world, clock, random, log, redactor, points, tap } = parts
  const { profile, secrets, database } = world
  if (configuration.paper === null) {
    const onSecret = (secret: string): void => redactor.add(secret)
    const venue = await createVenue({ profile, secrets, clock, random, log, points, onSecret, tap })
    return { ...venue, account: () => venue }
  }
  const live = await createPublicVenue({ profile, clock, random, log, tap })
  const journal = createPaperJournal(database.sqlite, log)
  const startingCash = paperStartingCash(database.sqlite) ?? configuration.paper.startingCash
  const marketFeed = shareMarketFeed(live.marketFeed)
  const account = (markets: PaperMarkets): VenuePorts => {
    const paper = createPaperVenue({
      account: replayJournal(journal, startingCash),
      journal: createJournalWriter(journal),
      markets,
      marketFeed,
      clockSkew: live.clockSkew,
      clock,
      random,
      log,
    })
    return { ...live, ...paper, marketFeed, combos: null, heartbeat: null }
  }
  return { ...live, marketFeed, account }
}
