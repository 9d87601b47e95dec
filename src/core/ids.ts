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
/** Names orders that belong together: a UUIDv7 minted by the caller. */
export type GroupId = Id<'GroupId'>
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

type Reader<T> = (text: string) => T | null

function ofVenue<T extends string>(shape: RegExp): Reader<Id<T>> {
  return (text) => {
    if (text.length > 90) return null
    const fits = text.startsWith('pm:') ? shape.test(text.slice(3)) : OTHER_VENUE.test(text)
    return fits ? (text as Id<T>) : null
  }
}

function ofCombo<T extends string>(shape: RegExp): Reader<Id<T>> {
  return (text) => {
    if (text.length > 90 || !text.startsWith('pmc:')) return null
    return shape.test(text.slice(4)) ? (text as Id<T>) : null
  }
}

function whole<T extends string>(shape: RegExp): Reader<Id<T>> {
  return (text) => (shape.test(text) ? (text as Id<T>) : null)
}

// Each reads an id; null when the text is not one. Hex is lower-case. Ids with `pm:` may be another venue's, too.
export const parseOutcomeId = ofVenue<'OutcomeId'>(UINT256)
export const parseMarketId = ofVenue<'MarketId'>(BYTES_32)
export const parseEventId = ofVenue<'EventId'>(NUMBER_ID)
export const parseGameId = ofVenue<'GameId'>(NUMBER_ID)
export const parseOrderId = ofVenue<'OrderId'>(BYTES_32)
export const parseComboMarketId = ofCombo<'ComboMarketId'>(BYTES_31)
export const parseComboPositionId = ofCombo<'ComboPositionId'>(UINT256)
export const parseClientOrderId = whole<'ClientOrderId'>(UUID_V7)
export const parseGroupId = whole<'GroupId'>(UUID_V7)
export const parseAlertId = whole<'AlertId'>(UUID_V7)
export const parseExitId = whole<'ExitId'>(UUID_V7)
export const parseNotificationId = whole<'NotificationId'>(UUID_V7)
/** A venue's trade id, unchanged: 1 to 100 printable characters. */
export const parseTradeId = whole<'TradeId'>(/^[\x21-\x7e]{1,100}$/)

/**
 * Reads a market's id as rows of the own account name it: also with 62 digits, as markets of the venue's other protocol
 * version have it. Such a market can be shown, never traded.
 */
export function parseMarketIdOfRow(text: string): MarketId | null {
  return parseMarketId(text) ?? (OTHER_PROTOCOL.test(text) ? (text as MarketId) : null)
}

/** The venue's own id behind a namespaced one: `pm:123` gives `123`. */
export function nativeId(id: OutcomeId | MarketId | EventId | GameId | OrderId): string {
  return id.slice(id.indexOf(':') + 1)
}
