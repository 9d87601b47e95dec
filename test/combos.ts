/** Legs for combos in the simulated world, and what its ledger says of quotes and acceptances. */
import type { Client } from './client.ts'
import { waitFor } from './wait-for.ts'

/** An outcome that can be a leg, with what the page calls it. */
export type ComboLeg = {
  readonly slug: string
  readonly name: string
  readonly outcomeId: string
  readonly marketId: string
}

/** Longer than a busy machine takes to read the catalog. */
const PATIENCE_MS = 45_000

/** First outcomes of two eligible markets that do not exclude each other. */
export function comboLegs(client: Client): Promise<readonly [ComboLeg, ComboLeg]> {
  return waitFor(
    'eligible markets',
    async () => {
      const { items } = await client.ok('search', { query: { q: '', sort: 'volume', limit: '100' } })
      const [first, second] = items.flatMap((event): ComboLeg[] => {
        const market = event.neg_risk ? undefined : event.markets.find((one) => one.combo_eligible)
        const outcome = market?.status === 'open' ? market.outcomes[0] : undefined
        if (market === undefined || outcome === undefined) return []
        return [{ slug: event.slug, name: outcome.name, outcomeId: outcome.id, marketId: market.id }]
      })
      return first === undefined || second === undefined ? null : ([first, second] as const)
    },
    PATIENCE_MS,
  )
}

/** Requests that reached the venue of combos. */
export type ComboLedger = {
  readonly quotes: number
  /** One for each request that accepts, with its path. */
  readonly acceptPaths: readonly string[]
  /** Acceptances that the venue took up. */
  readonly accepts: readonly {
    readonly rfq_id: string
    readonly status: string
    readonly quote: { readonly makerAmount: string; readonly takerAmount: string }
  }[]
}

/** Reads the simulator's ledger. */
export async function comboLedger(venue: {
  readonly control: (path: string) => Promise<unknown>
}): Promise<ComboLedger> {
  const { requests, accepts } = (await venue.control('/ledger')) as Pick<ComboLedger, 'accepts'> & {
    readonly requests: readonly { readonly service: string; readonly method: string; readonly path: string }[]
  }
  const posts = requests.filter(({ service, method }) => service === 'combos' && method === 'POST')
  const acceptPaths = posts.map(({ path }) => path).filter((path) => path.endsWith('/accept'))
  return { quotes: posts.length - acceptPaths.length, acceptPaths, accepts }
}
