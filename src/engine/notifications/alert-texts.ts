/** Texts of a fired alert. */
import type { Alert, AlertTarget } from '#core/alert/alert.ts'
import type { AlertReading } from '#core/alert/alert-reading.ts'
import type { Game } from '#core/market/game.ts'
import type { MarketId } from '#core/ids.ts'
import { formatDecimal } from '#lib/decimal.ts'
import type { Catalog } from '../markets/catalog.ts'
import type { NotificationDraft } from './notification-draft.ts'
import { priced, pricedText, type PricedText } from '#core/priced-text.ts'

const PRICE_PLACES = 4

/** Names used in the texts. */
type AlertNames = {
  readonly catalog: Pick<Catalog, 'outcome' | 'event'>
  readonly game: (target: Extract<AlertTarget, { readonly gameId: unknown }>) => Game | null
}

/** The notification of an alert that fired on this reading. */
export function alertDraft(alert: Alert, reading: AlertReading, names: AlertNames): NotificationDraft {
  const { target, note } = alert
  const { title, marketId, said } =
    'outcomeId' in target ? ofBook(target, reading, names) : ofGame(target, reading, names)
  return {
    kind: 'alert',
    // The alert's own state keeps it from being published twice: both are written in one transaction.
    key: null,
    title,
    ...(note === '' ? said : pricedText`${said} Note: ${note}`),
    alertId: alert.id,
    ...('outcomeId' in target ? { outcomeId: target.outcomeId, marketId } : { gameId: target.gameId }),
  }
}

type Said = { readonly title: string; readonly marketId: MarketId | null; readonly said: PricedText }

function ofBook(
  target: Extract<AlertTarget, { readonly kind: 'price' | 'spread' }>,
  reading: AlertReading,
  { catalog }: AlertNames,
): Said {
  const known = catalog.outcome(target.outcomeId)
  const name =
    known === null
      ? target.outcomeId
      : `${known.market.groupTitle ?? known.market.question}: ${known.outcome.name}`
  const value = (steps: number): PricedText =>
    priced(formatDecimal(BigInt(steps), PRICE_PLACES), known?.market.tickSize ?? null, target.kind)
  const threshold = value(target.threshold)
  const now = reading.type === 'value' ? value(reading.value) : threshold
  const what = {
    price: { above: 'Best bid', below: 'Best ask' },
    spread: { above: 'Spread', below: 'Spread' },
  }[target.kind][target.direction]
  const way = target.direction === 'above' ? 'at or above' : 'at or below'
  return {
    title: name,
    marketId: known?.market.id ?? null,
    said: pricedText`${what} ${now} is ${way} ${threshold}${known === null ? '' : ` (${known.event.title})`}.`,
  }
}

function ofGame(
  target: Exclude<AlertTarget, { readonly outcomeId: unknown }>,
  reading: AlertReading,
  names: AlertNames,
): Said {
  const game = names.game(target)
  const event = game === null || game.eventId === null ? null : names.catalog.event(game.eventId)
  const title = event?.title ?? teamsOf(game) ?? target.gameId
  return { title, marketId: null, said: pricedText`${gameWords(target.kind, game, reading)}` }
}

function gameWords(
  kind: 'score' | 'game_start' | 'game_end',
  game: Game | null,
  reading: AlertReading,
): string {
  const score = game?.score === undefined || game.score === null ? null : game.score
  const stand =
    score === null ? '' : ` ${score.home}-${score.away}${score.detail === null ? '' : ` (${score.detail})`}`
  const teams = teamsOf(game)
  const tail = teams === null ? '' : ` ${teams}.`
  if (kind === 'score') return `Score${stand}.${tail}`
  if (kind === 'game_end') return `The game has ended.${stand === '' ? '' : ` Score${stand}.`}${tail}`
  const isOver = reading.type === 'game' && reading.status === 'ended'
  return `${isOver ? 'The game is over; its start was not reported.' : 'The game has started.'}${tail}`
}

/** Home first. */
function teamsOf(game: Game | null): string | null {
  return game === null || game.home === null || game.away === null ? null : `${game.home} - ${game.away}`
}
