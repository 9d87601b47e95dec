/** Fault rules that are not, or not only, a bent answer: something happens to the venue. */
import { addressOfKey } from '../accounts.ts'
import type { Simulation } from '../simulation.ts'
import type { FaultInput } from '../faults/types.ts'
import { applyMarketChange, findMarket, marketChange } from './market-calls.ts'

/**
 * Makes it happen, at once or after the rule's `after_ms`; rules of other families are ignored. Answers why it
 * cannot, or null.
 */
export function happen(simulation: Simulation, rule: FaultInput): string | null {
  const action = rule.name.startsWith('market.')
    ? marketAction(simulation, rule)
    : (clockAction(simulation, rule) ?? revocation(simulation, rule))
  if (typeof action === 'string') return action
  if (action === null) return null
  const delay = rule.when?.after_ms ?? 0
  if (delay === 0) action()
  else simulation.clock.after(delay, action)
  return null
}

function clockAction({ clock }: Simulation, { name, args }: FaultInput): (() => void) | null {
  const ms = typeof args?.['ms'] === 'number' ? args['ms'] : 0
  if (name === 'clock.skew') return () => clock.setSkew(ms)
  if (name === 'clock.jump') return () => clock.jump(ms)
  return null
}

/** The orders of the account's session key end with its right. */
function revocation({ venue, accounts, exchange }: Simulation, { name }: FaultInput): (() => void) | null {
  if (name !== 'auth.revoked') return null
  return () => {
    for (const { id: owner } of venue.credentials.keysOf(addressOfKey(accounts.sessionKey))) {
      for (const { id } of exchange.openOrders(owner)) venue.controls.foreignCancel(id)
    }
  }
}

function marketAction(simulation: Simulation, { name, match, args }: FaultInput): (() => void) | string {
  const id = match?.asset ?? (typeof args?.['market_id'] === 'string' ? args['market_id'] : '')
  const market = findMarket(simulation, id)
  if (market === undefined) return 'a market rule names its market in match.asset or args.market_id'
  if (name === 'market.delist') {
    return () => {
      simulation.world.delist(market.event)
      for (const { listed } of market.event.markets)
        if (listed !== null) simulation.exchange.close(listed.conditionId)
    }
  }
  const changes: Readonly<Record<string, object>> = {
    'market.tick': { tick: args?.['tick'] ?? '0.001' },
    'market.close': { close: true },
  }
  const change = marketChange.safeParse({ market_id: id, ...changes[name] })
  if (changes[name] === undefined || !change.success) return `no such market rule, or wrong args: ${name}`
  return () => applyMarketChange(simulation, market, change.data)
}
