/** The main line of a game: who wins, as the sportsbook's row shows it. */
import type { Event, Game, Market, Outcome } from '../../platform/api/client.ts'
import { sidesOf } from '../../words/game-text.ts'

export type Side = {
  readonly role: 'home' | 'away' | 'draw'
  readonly name: string
  /** Null when no market offers this side. */
  readonly market: Market | null
  readonly outcome: Outcome | null
}

export type MainLines = {
  /** In the order in which the league lists its teams; a draw comes last. */
  readonly sides: readonly Side[]
  readonly delaySeconds: number
}

/** Finds the line in the event's open markets. */
export function mainLines(game: Game, event: Event): MainLines {
  const names = sidesOf(game, event)
  const winners = event.markets.filter(
    (market) => market.status === 'open' && market.sportsMarketType === 'moneyline',
  )
  const roles = game.ordering === 'home' ? (['home', 'away'] as const) : (['away', 'home'] as const)
  const two = winners.find((market) => !isYesNo(market))
  const sides: Side[] = roles.map((role, at) => {
    if (two !== undefined) {
      const outcome = two.outcomes.find((one) => sameName(one.name, names[role])) ?? two.outcomes[at] ?? null
      return { role, name: names[role], market: two, outcome }
    }
    const market = winners.find((one) => sameName(one.groupTitle ?? '', names[role])) ?? null
    return { role, name: names[role], market, outcome: market?.outcomes[0] ?? null }
  })
  const draw = winners.find((market) => /^draw\b/i.test(market.groupTitle ?? ''))
  if (draw !== undefined)
    sides.push({ role: 'draw', name: 'Draw', market: draw, outcome: draw.outcomes[0] ?? null })
  return {
    sides,
    delaySeconds: Math.max(0, ...winners.map((market) => market.secondsDelay ?? 0)),
  }
}

/** The outcomes of both teams, whose ladders open together; a draw is not among them. */
export function bothSides({ sides }: Pick<MainLines, 'sides'>): readonly string[] {
  return sides.flatMap(({ role, outcome }) => (role === 'draw' || outcome === null ? [] : [outcome.id]))
}

function isYesNo(market: Market): boolean {
  return market.outcomes.some((outcome) => outcome.name === 'Yes')
}

function sameName(a: string, b: string): boolean {
  return a.localeCompare(b, 'en', { sensitivity: 'base' }) === 0
}
