/** Builds gates, own orders and the account: what the portfolio is built on, and the trading module on both. */
import { createAccountStanding, type AccountStandingActor } from '../account/account-standing.ts'
import type { OwnAccount } from '../portfolio/own-account.ts'
import { createHedgeCoverage } from '../quotes/hedge-coverage.ts'
import { createQuoteBooks } from '../quotes/quote-books.ts'
import { createTradingGates, type TradingGates } from './trading-gates.ts'
import type { TradingModuleOptions } from './trading-module-parts.ts'
import { createOrderPath, type OrderPath } from './trading-orders.ts'

export type TradingBase = ReturnType<typeof createTradingBase>

/** Nothing is sent before the module's `start`. */
export function createTradingBase(options: TradingModuleOptions) {
  const { clock, bus, venue } = options
  const gates = createTradingGates(options)
  const path = createOrderPath(options, gates)
  const standing = createAccountStanding({
    clock,
    ask: (outcomeId) => gates.credentials.read(() => venue.account.standing(outcomeId)),
    sample: () => path.orders.fills()[0]?.outcomeId ?? null,
    onChange: () => bus.publish('conditions', null),
  })
  return { options, gates, path, standing, own: createOwnAccount(options, gates, path, standing) }
}

function createOwnAccount(
  { venue, clock, bus, catalog, books }: TradingModuleOptions,
  { credentials }: TradingGates,
  { balances, orders, combos, book }: OrderPath,
  standing: AccountStandingActor,
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
    coverage: createHedgeCoverage({ ...orders, clock }),
    quoteBooks: createQuoteBooks({ clock, bus, catalog, books }),
  }
}
