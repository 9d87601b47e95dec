/** The calls of the control API that look at the venue and bend it: state, ledger, faults, barriers, clock, reset. */
import { z } from 'zod'

import { Refusal, type Route } from '../http-server.ts'
import { addressOfKey } from '../accounts.ts'
import type { Services } from '../listeners.ts'
import type { Rfq } from '../services/combos/requests.ts'
import type { Simulation } from '../simulation.ts'
import type { SimulatorProfile } from '../profile.ts'
import { changing, reading } from './call.ts'
import { isFault } from '../faults/table.ts'
import { faultInput, faultMatch } from '../faults/types.ts'
import type { History } from './history.ts'

/** Parts that the control API reads and bends. */
export type ControlSubject = {
  readonly simulation: Simulation
  readonly history: History
  readonly services: Services
  readonly profile: () => SimulatorProfile
}

const MAX_QUIET_MS = 10_000

/** Input of the clock call. */
const clockChange = z.strictObject({
  skew_ms: z.number().int().optional(),
  rate: z.number().positive().max(10_000).optional(),
  advance_ms: z.number().int().nonnegative().optional(),
})

/** Reading and bending calls over `subject`. @see reliability design, section 5 */
export function generalCalls(subject: ControlSubject): Route[] {
  const { simulation } = subject
  const { faults, barriers, log, exchange, clock } = simulation
  return [
    reading('GET', '/state', () => state(subject)),
    reading('GET', '/ledger', () => ledger(subject)),
    reading('GET', '/violations', () => ({ violations: log.violations(), audit: exchange.audit() })),
    reading('GET', '/chat', () => subject.services.messages()),
    changing('/faults', faultInput, (body) => {
      if (!isFault(body.name)) throw new Refusal(400, `no fault ${body.name}`)
      if (body.name === 'auth.revoked') revoke(simulation)
      return faults.add(body)
    }),
    reading('GET', '/faults', () => faults.list()),
    reading('DELETE', '/faults', () => ({ removed: faults.remove() })),
    reading('DELETE', '/faults/:id', ({ id = '' }) => {
      if (!faults.remove(id)) throw new Refusal(404, `no fault ${id}`)
      return { removed: true }
    }),
    changing('/clock', clockChange, (body) => {
      bendClock(simulation, body)
      return clock.state()
    }),
    changing(
      '/barrier',
      z.strictObject({
        name: z.string().min(1),
        match: faultMatch.optional(),
        stage: z.enum(['before', 'after']).default('before'),
      }),
      (body) => {
        barriers.set(body.name, body.match ?? {}, body.stage)
        return barriers.list()
      },
    ),
    reading('GET', '/barrier', () => barriers.list()),
    reading('POST', '/barrier/:name/release', ({ name = '' }) => {
      if (!barriers.release(name)) throw new Refusal(404, `no barrier ${name}`)
      return { released: true }
    }),
  ]
}

/** The orders of the account's session key end with its right. */
function revoke({ venue, accounts, exchange }: Simulation): void {
  for (const { id: owner } of venue.credentials.keysOf(addressOfKey(accounts.sessionKey)))
    for (const { id } of exchange.openOrders(owner)) exchange.cancelForeign(id)
}

/** Applies one clock change; the simulated traders pause during long advances. */
function bendClock({ clock, simulatedTraders }: Simulation, change: z.infer<typeof clockChange>): void {
  if (change.skew_ms !== undefined) clock.setSkew(change.skew_ms)
  if (change.rate !== undefined) clock.setSpeed(change.rate)
  const { advance_ms: advance } = change
  if (advance === undefined) return
  if (advance <= MAX_QUIET_MS) clock.advance(advance)
  else simulatedTraders.quietly(() => clock.advance(advance))
}

function state({ simulation, profile }: ControlSubject): unknown {
  const { seed, clock, world, games, exchange, log, faults, accounts } = simulation
  const open = [...exchange.markets()].filter((market) => !market.closed).length
  return {
    seed,
    clock: clock.state(),
    profile: profile(),
    accounts: { deposit_wallet: accounts.depositWallet },
    events: world.events().length,
    markets: world.markets().length,
    open_markets: open,
    games: games.running().map(({ game, state: shown }) => ({
      game_id: game.gameId,
      metadata_game_id: game.metadataGameId,
      league: game.league.code,
      teams: [game.first.name, game.second.name],
      score: shown.score,
      period: shown.period,
      live: shown.live,
      ended: shown.ended,
    })),
    requests: log.requests().length,
    violations: log.violations().length,
    faults: faults.list().length,
  }
}

function ledger({ simulation, history, services }: ControlSubject): unknown {
  const { log, exchange, traderAccounts } = simulation
  const wallets = [...exchange.wallets()].filter((wallet) => !traderAccounts.isSimulatedTrader(wallet))
  return {
    requests: log.requests(),
    orders: history.orders(),
    fills: history.fills(),
    balances: wallets.map((wallet) => ({
      wallet,
      cash: exchange.cash(wallet),
      held_cash: exchange.heldCash(wallet),
      shares: Object.fromEntries(exchange.tokensOf(wallet)),
      redemptions: exchange.redemptions(wallet),
    })),
    accepts: services.rfqs().flatMap(acceptRow),
    fees: exchange.fees(),
    audit: exchange.audit(),
  }
}

function acceptRow({ accepted, ...rfq }: Rfq): unknown[] {
  if (accepted === null) return []
  const { id, wallet, status, error } = rfq
  return [{ rfq_id: id, wallet, order: accepted.orderId, at: accepted.at, status, error, quote: rfq.quote }]
}
