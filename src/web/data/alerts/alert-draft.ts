/** An alert before it is set: what the form holds, and how a new one begins. */
import { nullable } from '#contract/codec/codec.ts'
import { figureOf } from '#contract/records/alerts.ts'
import type { Price, TickSize } from '#core/price.ts'
import type { Alert } from '../../platform/api/client.ts'
import { pricesIn } from '../settings/prices.ts'
import type { Prices } from '../settings/prices.ts'
import type { BookTop } from '../../platform/live/book-store.ts'
import { snapPrice } from '../markets/price-steps.ts'

export type AlertKind = Alert['kind']

export type Direction = NonNullable<Alert['direction']>

type Kind = {
  readonly name: string
  readonly target: AlertTarget['kind']
  /** When it fires, without its threshold; a kind with directions watches a book. */
  readonly fires: Readonly<Record<Direction, string>> | string
  /** Its threshold, where it has one. */
  readonly field?: string
  /** How it fires again, where it can. */
  readonly again?: string
}

const BOOK = { target: 'outcome', again: 'Repeat, after moving back one tick' } as const

/** The form, the list and the request of an alert are made of the row of its kind. */
export const KINDS: Readonly<Record<AlertKind, Kind>> = {
  price: {
    name: 'Price',
    field: 'Price',
    fires: { above: 'best bid reaches', below: 'best ask falls to' },
    ...BOOK,
  },
  spread: {
    name: 'Spread',
    field: 'Spread',
    fires: { above: 'spread widens to', below: 'spread narrows to' },
    ...BOOK,
  },
  score: { name: 'Score', target: 'game', field: 'Points', fires: 'score changes', again: 'Every time' },
  game_start: { name: 'Game start', target: 'game', fires: 'game starts' },
  game_end: { name: 'Game end', target: 'game', fires: 'game ends' },
}

/** Target of an alert. `title` tells it from others: event, market. */
export type AlertTarget =
  | {
      readonly kind: 'outcome'
      readonly id: string
      readonly name: string
      readonly title: string
      readonly tick: TickSize
    }
  | { readonly kind: 'game'; readonly id: string; readonly title: string }

export type AlertDraft = {
  /** The alert that is changed; null for a new one. */
  readonly alertId: string | null
  readonly kind: AlertKind
  readonly target: AlertTarget
  readonly direction: Direction
  readonly threshold: string
  readonly repeat: boolean
  readonly note: string
}

const EMPTY: Omit<AlertDraft, 'target'> = {
  alertId: null,
  kind: 'price',
  direction: 'above',
  threshold: '',
  repeat: false,
  note: '',
}

/** A new alert on an outcome, at a price if one is given, in the direction in which that price has not been reached. */
export function draftForOutcome(
  target: AlertTarget & { readonly kind: 'outcome' },
  top: Pick<BookTop, 'bestBid' | 'bestAsk'>,
  price: Price | null = null,
  prices: Pick<Prices, 'price'> = pricesIn('price'),
): AlertDraft {
  const at = price === null ? null : snapPrice(price, target.tick)
  return {
    ...EMPTY,
    target,
    direction: at === null ? 'above' : directionOf(at, top),
    threshold: at === null ? '' : prices.price(at, target.tick),
  }
}

/** A new alert on a game. */
export function draftForGame(target: AlertTarget & { readonly kind: 'game' }): AlertDraft {
  return { ...EMPTY, kind: 'score', target }
}

/** An alert as it is, to be changed. */
export function draftOf(alert: Alert, prices: Prices): AlertDraft {
  const { kind, threshold, tick } = alert
  const title = [alert.eventTitle, alert.marketTitle].filter((part) => part !== null && part !== '')
  return {
    alertId: alert.id,
    kind,
    target:
      alert.outcomeId === null
        ? { kind: 'game', id: alert.gameId ?? '', title: alert.eventTitle }
        : {
            kind: 'outcome',
            id: alert.outcomeId,
            name: alert.outcomeName ?? '',
            title: title.join(' \u2013 '),
            tick: tick ?? 1,
          },
    direction: alert.direction ?? 'above',
    threshold:
      kind === 'score' || tick === null
        ? (nullable(figureOf(kind)).encode(threshold) ?? '')
        : valueAs(alert, threshold, prices),
    repeat: alert.repeat,
    note: alert.note,
  }
}

/** Above a price that the best bid has not reached, else below one that the best ask has not; between them the nearer side. */
export function directionOf(price: Price, top: Pick<BookTop, 'bestBid' | 'bestAsk'>): Direction {
  const { bestBid, bestAsk } = top
  if (bestBid !== null && price <= bestBid) return 'below'
  if (bestAsk !== null && price >= bestAsk) return 'above'
  if (bestBid === null || bestAsk === null) return bestBid === null && bestAsk !== null ? 'below' : 'above'
  return price - bestBid <= bestAsk - price ? 'above' : 'below'
}

/** A price or spread as prices are read; empty where it is not known. */
export function valueAs({ kind, tick }: Alert, steps: number | null, prices: Prices): string {
  return steps === null ? '' : pricesIn(formatOf(kind, prices)).value(BigInt(steps) * 100n, tick)
}

/** A spread is a difference, of which there are no odds. */
export function formatOf(kind: AlertKind, prices: Prices): Prices['format'] {
  return kind === 'price' || prices.isExact ? prices.format : 'price'
}
