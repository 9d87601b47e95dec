/**
 * Branded ids: a venue's namespace, a colon, and the venue's own id. The exact shapes of `pm:` and `pmc:` are known here;
 * of any other venue's ids only that they are short, printable and safe in a path (docs/dev/second-venue.md).
 */
declare const brand: unique symbol
type Id<Name extends string> = string & { readonly [brand]: Name }

/** `pm:<token_id>`, the token id being a uint256 in decimal. */
export type OutcomeId = Id<'OutcomeId'>
/** `pm:<condition_id>`, the condition id being 0x and 64 hex digits. */
export type MarketId = Id<'MarketId'>
/** `pm:<event_id>`. */
export type EventId = Id<'EventId'>
/** `pm:<game_id>`. */
export type GameId = Id<'GameId'>
/** `pm:<order_id>`, the order id being 0x and 64 hex digits: the order's own hash. */
export type OrderId = Id<'OrderId'>
/** UUIDv7 minted by the caller: the idempotency key of every command that can move money. */
export type ClientOrderId = Id<'ClientOrderId'>
/** `pmc:<combo_condition_id>`, the condition id of a combo being 0x and 62 hex digits. */
export type ComboMarketId = Id<'ComboMarketId'>
/** `pmc:<combo_position_id>`, a uint256 in decimal. */
export type ComboPositionId = Id<'ComboPositionId'>
/** An alert's id: a UUIDv7 of our own. */
export type AlertId = Id<'AlertId'>
/** An attached exit's id: a UUIDv7 of our own. */
export type ExitId = Id<'ExitId'>
/** A notification's id: a UUIDv7 of our own, so that ids sort by time. */
export type NotificationId = Id<'NotificationId'>
/** A trade's id as the venue gives it. */
export type TradeId = Id<'TradeId'>

const UINT256 = /^(0|[1-9]\d{0,77})$/
const BYTES_32 = /^0x[0-9a-f]{64}$/
const BYTES_31 = /^0x[0-9a-f]{62}$/
const OTHER_PROTOCOL = /^pm:0x[0-9a-f]{62}$/
const NUMBER_ID = /^(0|[1-9]\d{0,19})$/
/** A namespace of its own, 2 to 8 letters, and up to 78 letters, digits, dots, dashes or underscores. */
const OTHER_VENUE = /^(?!pmc?:)[a-z]{2,8}:[A-Za-z0-9][\w.-]{0,77}$/
const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

function parseId<T extends string>(shape: RegExp, text: string): Id<T> | null {
  if (text.length > 90) return null
  const fits = text.startsWith('pm:') ? shape.test(text.slice(3)) : OTHER_VENUE.test(text)
  return fits ? (text as Id<T>) : null
}

function parseComboId<T extends string>(shape: RegExp, text: string): Id<T> | null {
  if (text.length > 90 || !text.startsWith('pmc:')) return null
  return shape.test(text.slice(4)) ? (text as Id<T>) : null
}

/** Reads `pm:<token_id>`, or another venue's outcome; null when the text is not one. */
export function parseOutcomeId(text: string): OutcomeId | null {
  return parseId<'OutcomeId'>(UINT256, text)
}

/** Reads `pm:<condition_id>` (lower-case hex), or another venue's market; null when the text is not one. */
export function parseMarketId(text: string): MarketId | null {
  return parseId<'MarketId'>(BYTES_32, text)
}

/**
 * Reads a market's id as rows of the own account name it: also with 62 digits, as markets of the venue's other protocol
 * version have it. Such a market can be shown, never traded.
 */
export function parseMarketIdOfRow(text: string): MarketId | null {
  return parseMarketId(text) ?? (OTHER_PROTOCOL.test(text) ? (text as MarketId) : null)
}

/** Reads `pm:<event_id>`, or another venue's event; null when the text is not one. */
export function parseEventId(text: string): EventId | null {
  return parseId<'EventId'>(NUMBER_ID, text)
}

/** Reads `pm:<game_id>`, or another venue's game; null when the text is not one. */
export function parseGameId(text: string): GameId | null {
  return parseId<'GameId'>(NUMBER_ID, text)
}

/** Reads `pm:<order_id>` (lower-case hex), or another venue's order; null when the text is not one. */
export function parseOrderId(text: string): OrderId | null {
  return parseId<'OrderId'>(BYTES_32, text)
}

/** Reads `pmc:<combo_condition_id>` (lower-case hex); null when the text is not one. */
export function parseComboMarketId(text: string): ComboMarketId | null {
  return parseComboId<'ComboMarketId'>(BYTES_31, text)
}

/** Reads `pmc:<combo_position_id>`; null when the text is not one. */
export function parseComboPositionId(text: string): ComboPositionId | null {
  return parseComboId<'ComboPositionId'>(UINT256, text)
}

/** Reads a lower-case UUIDv7; null for any other text, other UUID versions included. */
export function parseClientOrderId(text: string): ClientOrderId | null {
  return UUID_V7.test(text) ? (text as ClientOrderId) : null
}

/** Reads an alert's id; null for anything but a lower-case UUIDv7. */
export function parseAlertId(text: string): AlertId | null {
  return UUID_V7.test(text) ? (text as AlertId) : null
}

/** Reads an attached exit's id; null for anything but a lower-case UUIDv7. */
export function parseExitId(text: string): ExitId | null {
  return UUID_V7.test(text) ? (text as ExitId) : null
}

/** Reads a notification's id; null for anything but a lower-case UUIDv7. */
export function parseNotificationId(text: string): NotificationId | null {
  return UUID_V7.test(text) ? (text as NotificationId) : null
}

/** Takes a venue's trade id as it is: 1 to 100 printable characters; null otherwise. */
export function parseTradeId(text: string): TradeId | null {
  return /^[\x21-\x7e]{1,100}$/.test(text) ? (text as TradeId) : null
}

/** The venue's own id behind a namespaced one: `pm:123` gives `123`. */
export function nativeId(id: OutcomeId | MarketId | EventId | GameId | OrderId): string {
  return id.slice(id.indexOf(':') + 1)
}
