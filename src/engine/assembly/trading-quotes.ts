/** Builds what is worked out from own orders, balances and portfolio: exits, hedges, previews. */
import { ZERO } from '#core/money.ts'
import { createAttachedExits } from '../exits/attached-exits.ts'
import { createExit, type Holdings } from '../quotes/exit.ts'
import { createFlatten } from '../quotes/flatten.ts'
import { createHedge } from '../quotes/hedge.ts'
import { createBookWait } from '../markets/book-wait.ts'
import { createPreview } from '../quotes/preview.ts'
import type { TradingBase } from './trading-base.ts'
import type { TradingReaders } from './trading-module-parts.ts'
import { venueRefusalOf } from './trading-orders.ts'

/** Reads nothing on its own. */
export function createTradingQuotes(
  { options, gates, path, own: { coverage, quoteBooks } }: TradingBase,
  { arePositionsReading = () => false }: TradingReaders,
) {
  const { clock, bus, catalog, books } = options
  const { balances, orders, risk } = path
  const holdings: Holdings = {
    ...balances,
    held: balances.shares,
    reserved: orders.usage.reservedShares,
    settling: (outcomeId) => orders.settling(outcomeId, balances.shares(outcomeId) ?? ZERO),
  }
  const quoting = {
    quotedOrders: orders.quoted,
    quoteBooks,
    holdings,
    limits: () => risk.limits(),
    areReading: arePositionsReading,
  }
  const previews = createPreview({
    clock,
    catalog,
    books,
    bookWait: createBookWait({ clock, bus, catalog, books }),
    usage: orders.usage,
    judge: orders.judge,
    holdings: { ...balances, ...holdings },
  })
  const exit = createExit(quoting)
  return {
    exits: {
      exit,
      hedge: createHedge({ ...quoting, bus, catalog, coverage }),
      flatten: createFlatten({ exit, orders, catalog, audit: options.audit, recorder: orders.submissions }),
    },
    attachedExits: createAttachedExits({
      ...options,
      store: options.attachedExits,
      quoteBooks,
      orders,
      exit,
      holdings,
      trading: () => path.trading.state(),
      venueRefusal: venueRefusalOf(options, gates),
      clockSkew: gates.clockSkew,
      limits: () => risk.limits(),
    }),
    ...previews,
  }
}
