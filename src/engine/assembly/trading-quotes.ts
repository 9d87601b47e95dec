/** Builds what is worked out from own orders and balances: exits, hedges, previews, and what the portfolio is made of. */
import { ZERO } from '#core/money.ts'
import type { AccountStandingActor } from '../account/account-standing.ts'
import { createAttachedExits, type AttachedExitsActor } from '../exits/attached-exits.ts'
import { createExit, type Holdings } from '../quotes/exit.ts'
import { createFlatten } from '../quotes/flatten.ts'
import { createHedge } from '../quotes/hedge.ts'
import { createHedgeCoverage, type HedgeCoverage } from '../quotes/hedge-coverage.ts'
import { createBookWait } from '../markets/book-wait.ts'
import { createPreview } from '../quotes/preview.ts'
import { createQuoteBooks, type QuoteBooks } from '../quotes/quote-books.ts'
import type { OwnAccount } from '../portfolio/own-account.ts'
import type { TradingGates } from './trading-gates.ts'
import type { TradingModule, TradingModuleOptions } from './trading-module-parts.ts'
import { venueRefusalOf, type OrderPath } from './trading-orders.ts'

/** Reads nothing on its own. */
export function createTradingQuotes(
  options: TradingModuleOptions,
  gates: TradingGates,
  path: OrderPath,
  standing: AccountStandingActor,
): Pick<TradingModule, 'exits' | 'preview' | 'previewBothSides' | 'own'> & {
  readonly attachedExits: AttachedExitsActor
} {
  const { clock, bus, catalog, books } = options
  const { balances, orders, risk } = path
  const holdings: Holdings = {
    ...balances,
    held: balances.shares,
    reserved: orders.usage.reservedShares,
    settling: (outcomeId) => orders.settling(outcomeId, balances.shares(outcomeId) ?? ZERO),
  }
  const coverage = createHedgeCoverage({ ...orders, clock })
  const quoteBooks = createQuoteBooks({ clock, bus, catalog, books })
  const quoting = {
    quotedOrders: orders.quoted,
    quoteBooks,
    holdings,
    limits: () => risk.limits(),
    areReading: options.arePositionsReading ?? (() => false),
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
      hedge: createHedge({ ...quoting, catalog, coverage }),
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
    own: ownAccount(options, gates, path, standing, { coverage, quoteBooks }),
  }
}

function ownAccount(
  { venue }: TradingModuleOptions,
  { credentials }: TradingGates,
  { balances, orders, combos, book }: OrderPath,
  standing: AccountStandingActor,
  quotes: { readonly coverage: HedgeCoverage; readonly quoteBooks: QuoteBooks },
): OwnAccount {
  return {
    areCredentialsReady: credentials.isReady,
    areCredentialsPending: () => credentials.status().state === 'pending',
    isReconciled: () => orders.isReconciled(),
    areFillsReadSince: book.proofs.isReadSince,
    readFills: () => void orders.readNow(),
    fills: () => orders.fills(),
    openOrders: () => orders.open(),
    feesLearnt: orders.feesLearnt,
    shares: balances.shares,
    readShares: (outcomeId) => credentials.read(() => venue.account.balance(outcomeId)),
    readCash: balances.readCash,
    reservedShares: orders.usage.reservedShares,
    settlingShares: orders.settling,
    overdueShares: balances.overdue,
    takeListed: orders.usage.takeListed,
    facts: () => ({
      cash: balances.cash(),
      cashComing: balances.cashComing(),
      cashAsOf: balances.cashReadAt(),
      allowance: balances.allowance(),
      missingApprovals: standing.read().missingApprovals,
      reserved: orders.usage.reservedCash(),
      combosUnderWay: orders.usage.combosUnderWay(),
      comboCostBasis: combos?.costBasis() ?? null,
      comboExposure: combos?.exposure() ?? null,
      dailyNotional: orders.usage.dailyNotional(),
    }),
    ...quotes,
  }
}
