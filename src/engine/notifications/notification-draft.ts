/** A notification before it has an id, channels and a place on disk. */
import type { AlertId, ClientOrderId, GameId, MarketId, OutcomeId } from '#core/ids.ts'
import type { CancelledOrder, NotificationKind, Severity } from '#core/notification/notification.ts'
import type { PriceInText } from '#core/priced-text.ts'

/** `key` names what happened: the same is reported once, also after a restart; null reports it every time. */
export type NotificationDraft = {
  readonly kind: NotificationKind
  readonly key: string | null
  readonly title: string
  readonly text: string
  readonly prices?: readonly PriceInText[]
  /** The kind's own when left out. */
  readonly severity?: Severity
  readonly clientOrderId?: ClientOrderId | null
  readonly outcomeId?: OutcomeId | null
  readonly marketId?: MarketId | null
  readonly gameId?: GameId | null
  readonly alertId?: AlertId | null
  readonly orders?: readonly CancelledOrder[]
}
