/** The main lines of a game: who wins, the spread and the total, as the sportsbook's row shows them. */
import { largestFirst } from '#core/money.ts'
import type { Event, Game, Market, Outcome } from '../../platform/api/client.ts'
import { writtenAmount } from '../../platform/format/figures.ts'
import { signedLine } from '../../words/event-text.ts'
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
  readonly spread: { readonly market: Market; readonly text: string } | null
  readonly total: { readonly market: Market; readonly text: string } | null
  readonly delaySeconds: number
}

const SPREADS = new Set(['spreads', 'map_handicap'])

/** Finds the lines in the event's open markets; of several spreads and totals, the one with most liquidity. */
export function mainLines(game: Game, event: Event): MainLines {
  const names = sidesOf(game, event)
  const open = event.markets.filter((market) => market.status === 'open')
  const winners = open.filter((market) => market.sportsMarketType === 'moneyline')
  const spread = liquid(
    open.filter((market) => SPREADS.has(market.sportsMarketType ?? '') && market.line !== null),
  )
  const total = liquid(open.filter((market) => market.sportsMarketType === 'totals' && market.line !== null))
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
    spread: spread === null ? null : { market: spread, text: spreadText(spread) },
    total:
      total === null ? null : { market: total, text: total.line === null ? '' : writtenAmount(total.line) },
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

function liquid(markets: readonly Market[]): Market | null {
  return markets.toSorted((a, b) => largestFirst(a.liquidity, b.liquidity))[0] ?? null
}

/** `RIV -4.5`: the line belongs to the market's first outcome. */
function spreadText(market: Market): string {
  const line = market.line === null ? '' : signedLine(market.line)
  const team = market.outcomes[0]
  const short = team?.team?.abbreviation.toUpperCase() ?? team?.name ?? ''
  return `${short} ${line}`.trim()
}
