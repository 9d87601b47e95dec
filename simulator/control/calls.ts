/** The calls of the control API that look at the venue and bend it: state, ledger, faults, barriers, clock, reset. */
import { z } from 'zod'

import type { Route } from '../http-server.ts'
import type { Rfq } from '../services/combos/requests.ts'
import type { Simulation } from '../simulation.ts'
import { changing, reading } from './call.ts'
import { happen } from './happenings.ts'
import { faultInput, faultMatch } from '../faults/types.ts'
import type { ControlSubject } from './subject.ts'

const MAX_QUIET_MS = 10_000

/** Input of the clock call. */
const clockChange = z.strictObject({
  skew_ms: z.number().int().optional(),
  jump_ms: z.number().int().optional(),
  rate: z.number().positive().max(10_000).optional(),
  advance_ms: z.number().int().nonnegative().optional(),
})

/** Reading and bending calls over `subject`. @see reliability design, section 5 */
export function generalCalls(subject: ControlSubject): Route[] {
  const now = (): Simulation => subject.simulation()
  return [
    reading('GET', '/state', () => ({
      json: state(subject),
    })),
    reading('GET', '/ledger', () => ({
      json: ledger(subject),
    })),
    reading('GET', '/violations', () => ({
      json: { violations: now().log.violations(), audit: now().exchange.audit() },
    })),
    reading('GET', '/chat', () => ({ json: subject.messages() })),
    changing(
      '/reset',
      z.strictObject({ seed: z.union([z.string(), z.number()]).optional() }),
      async ({ seed }) => {
        await subject.reset(String(seed ?? now().seed))
        return { json: state(subject) }
      },
    ),
    changing('/faults', faultInput, (body) => {
      const refusal = happen(now(), body)
      return refusal === null ? { json: now().faults.add(body) } : { refused: 400, text: refusal }
    }),
    reading('GET', '/faults', () => ({ json: now().faults.list() })),
    reading('DELETE', '/faults', () => ({
      json: { removed: now().faults.remove() },
    })),
    reading('DELETE', '/faults/:id', ({ id = '' }) =>
      now().faults.remove(id) ? { json: { removed: true } } : { refused: 404, text: `no fault ${id}` },
    ),
    changing('/clock', clockChange, (body) => {
      bendClock(now(), body)
      return { json: now().clock.state() }
    }),
    changing(
      '/barrier',
      z.strictObject({
        name: z.string().min(1),
        match: faultMatch.optional(),
        stage: z.enum(['before', 'after']).default('before'),
      }),
      (body) => {
        now().barriers.set(body.name, body.match ?? {}, body.stage)
        return { json: now().barriers.list() }
      },
    ),
    reading('GET', '/barrier', () => ({
      json: now().barriers.list(),
    })),
    reading('POST', '/barrier/:name/release', ({ name = '' }) =>
      now().barriers.release(name)
        ? { json: { released: true } }
        : { refused: 404, text: `no barrier ${name}` },
    ),
  ]
}

/** Applies one clock change; the simulated traders pause during long advances. */
function bendClock({ clock, simulatedTraders }: Simulation, change: z.infer<typeof clockChange>): void {
  if (change.skew_ms !== undefined) clock.setSkew(change.skew_ms)
  if (change.rate !== undefined) clock.setSpeed(change.rate)
  const { jump_ms: jump, advance_ms: advance } = change
  if (jump !== undefined) clock.jump(jump)
  if (advance === undefined) return
  if (advance <= MAX_QUIET_MS) clock.advance(advance)
  else simulatedTraders.quietly(() => clock.advance(advance))
}

function state(subject: ControlSubject): unknown {
  const { seed, clock, world, games, exchange, log, faults, accounts } = subject.simulation()
  const open = [...exchange.markets()].filter((market) => !market.closed).length
  return {
    seed,
    clock: clock.state(),
    profile: subject.profile(),
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

function ledger(subject: ControlSubject): unknown {
  const { log, exchange, traderAccounts } = subject.simulation()
  const wallets = [...exchange.wallets()].filter((wallet) => !traderAccounts.isSimulatedTrader(wallet))
  return {
    requests: log.requests(),
    orders: subject.history().orders(),
    fills: subject.history().fills(),
    balances: wallets.map((wallet) => ({
      wallet,
      cash: exchange.cash(wallet),
      held_cash: exchange.heldCash(wallet),
      shares: Object.fromEntries(exchange.tokensOf(wallet)),
      redemptions: exchange.redemptions(wallet),
    })),
    accepts: subject.rfqs().flatMap(acceptRow),
    fees: exchange.fees(),
    audit: exchange.audit(),
  }
}

function acceptRow({ accepted, ...rfq }: Rfq): unknown[] {
  if (accepted === null) return []
  const { id, wallet, status, error } = rfq
  return [{ rfq_id: id, wallet, order: accepted.orderId, at: accepted.at, status, error, quote: rfq.quote }]
}
