/**
 * One asset of the account, cash or the shares of an outcome, while trades that move it are on their way to the chain.
 * Some venues show a trade when it is matched, others when it is mined, and some of these seconds later; a read does not
 * say which. So what has gone stays off whatever a read shows, what comes counts once, and only a read that began after a
 * trade's end, and agrees with it, ends its transit; a minute later any read does. Amounts are signed: what comes is positive.
 */
import type { Instant } from '../market/market.ts'
import type { FillStatus } from '../order/order.ts'

type Word = 'open' | 'settled' | 'failed'

type Movement = {
  readonly amount: bigint
  /** Part of it that the base shows: all or nothing. */
  readonly shown: bigint
  readonly word: Word
  /** When it was traded. */
  readonly at: Instant
  /** Monotonic; the last change of its word. */
  readonly since: number
  /** Monotonic; since when it is proven that balances show it. Null: it is not. */
  readonly proven: number | null
  /** Monotonic; when it was first received. */
  readonly first: number
}

export type Transit = {
  /** The last balance that is understood; null before the first read. */
  readonly base: bigint | null
  /** When that read ended, and when the first one did. */
  readonly baseAt: Instant
  readonly firstAt: Instant
  readonly read: bigint
  /** Monotonic; when the last read began. */
  readonly readBegan: number
  readonly moves: ReadonlyMap<string, Movement>
  /** By how much reads have moved lately that no trade explains: the trade may be received after them. */
  readonly rose: Unexplained
  readonly fell: Unexplained
  /** The last balance that was sure, with all trades since, however much of them reads seem to show; null: none was sure. */
  readonly due: Due | null
}

type Due = { readonly amount: bigint; readonly trades: number }

type Unexplained = { readonly amount: bigint; readonly at: Instant }

export type Now = { readonly monotonic: number; readonly wall: Instant }

/** A balance may lag so long behind a trade that is on the chain. */
export const BALANCE_LAGS_MS = 60_000
/** A trade that takes longer is overdue: it holds back itself, and nothing else. */
export const SETTLES_WITHIN_MS = 600_000
/** Trade times are whole seconds of another clock. */
const CLOCKS_DIFFER_MS = 6_000
/** Micros by which a balance may differ from the sum of its trades: for each of them, and for all. */
const ROUNDING = { trade: 2n, all: 100n } as const
const CENT = 10_000n

export const NO_TRANSIT: Transit = {
  base: null,
  baseAt: 0,
  firstAt: 0,
  read: 0n,
  readBegan: -Infinity,
  moves: new Map(),
  rose: { amount: 0n, at: -Infinity },
  fell: { amount: 0n, at: -Infinity },
  due: null,
}

const WORDS: Readonly<Record<FillStatus, Word>> = {
  matched: 'open',
  retrying: 'open',
  mined: 'settled',
  confirmed: 'settled',
  failed: 'failed',
}

/** Matched, or reversed on the chain: the balance may not show it. */
export function isUnsettled(status: FillStatus): boolean {
  return WORDS[status] === 'open'
}

/** Not settled within its ten minutes. */
export function isOverdue(
  { status, at }: { readonly status: FillStatus; readonly at: Instant },
  wall: Instant,
): boolean {
  return isUnsettled(status) && wall - at >= SETTLES_WITHIN_MS
}

type Trade = { readonly amount: bigint; readonly status: FillStatus; readonly at: Instant }

/**
 * A trade is received, again or for the first time.
 *
 * @param known  its status when it was last received; null when it never was
 */
export function noteTrade(
  state: Transit,
  key: string,
  trade: Trade,
  known: FillStatus | null,
  now: Now,
): Transit {
  const next = noteMove(state, key, trade, known, now)
  const isCounted = known !== null && WORDS[known] !== 'failed'
  const isOld = known === null && next === state
  const counts = WORDS[trade.status] !== 'failed'
  if (isOld || isCounted === counts) return next
  // It may be in the first read or not.
  if (known === null && trade.at <= state.firstAt + CLOCKS_DIFFER_MS) return { ...next, due: null }
  return withDue(next, counts ? trade.amount : -trade.amount, known === null ? 1 : 0)
}

function noteMove(
  state: Transit,
  key: string,
  { amount, status, at }: Trade,
  known: FillStatus | null,
  now: Now,
): Transit {
  const word = WORDS[status]
  const move = state.moves.get(key)
  const since = now.monotonic
  if (move !== undefined) {
    const proven = move.word === 'open' && word === 'settled' ? move.proven : null
    return move.word === word ? state : withMove(state, key, { ...move, word, since, proven })
  }
  // A trade that was over before the first read is in it.
  const isOld = now.wall - at >= BALANCE_LAGS_MS || state.base === null || at <= state.firstAt
  if (known === null ? word !== 'open' && isOld : isInBase(known, word)) return state
  const isShown =
    state.base !== null && (known === null ? isExplained(state, amount, at) : WORDS[known] !== 'failed')
  const shown = isShown ? amount : 0n
  const next = withMove(state, key, { amount, shown, word, at, since, proven: null, first: since })
  if (!isShown || known !== null || amount > 0n) return next
  // A rise may be of several trades that are received later, and is kept: each of them may be in it.
  const rest = state.fell.amount - amount
  return { ...next, fell: { ...state.fell, amount: rest > 0n ? 0n : rest } }
}

/** The amount of a trade is known better than when it was received. */
export function amendTrade(state: Transit, key: string, amount: bigint): Transit {
  const move = state.moves.get(key)
  if (move === undefined || move.amount === amount) return state
  const amended = withMove(state, key, { ...move, amount, shown: move.shown === 0n ? 0n : amount })
  return move.word === 'failed' ? amended : withDue(amended, amount - move.amount, 0)
}

/** True if the base has the trade already: it was over when it left this account, and still is. */
function isInBase(known: FillStatus, word: Word): boolean {
  return WORDS[known] === 'failed' || word === 'settled'
}

/** True if the base may show a trade that is first received now; where that is not known, the careful answer. */
function isExplained({ rose, fell, baseAt, firstAt }: Transit, amount: bigint, at: Instant): boolean {
  const isBefore = (read: Instant): boolean => at <= read + CLOCKS_DIFFER_MS
  if (amount < 0n) return fell.amount <= amount + CENT && isBefore(fell.at) && at >= fell.at - BALANCE_LAGS_MS
  return (rose.amount > CENT && isBefore(rose.at)) || at + CLOCKS_DIFFER_MS < baseAt || isBefore(firstAt)
}

function withDue(state: Transit, amount: bigint, trades: number): Transit {
  const { due } = state
  return due === null
    ? state
    : { ...state, due: { amount: due.amount + amount, trades: due.trades + trades } }
}

function withMove(state: Transit, key: string, move: Movement): Transit {
  return { ...state, moves: new Map(state.moves).set(key, move) }
}

/**
 * A read has ended.
 *
 * @param began  monotonic
 * @param agrees  other evidence says that this is the balance after all trades
 * @param isShown  whether an overdue trade is in it; null when that is not known
 */
export function endRead(
  state: Transit,
  { value, began, agrees }: { readonly value: bigint; readonly began: number; readonly agrees: boolean },
  now: Now,
  isShown: (key: string) => boolean | null,
): Transit {
  const taken = { ...state, read: value, readBegan: began }
  const live = [...state.moves.values()].filter((move) => !isLate(move, now.wall))
  const isDue = ({ word, since }: Movement): boolean => word !== 'open' && began >= since
  const isProven = ({ proven }: Movement): boolean => proven !== null && began >= proven
  const isVisible = (move: Movement): boolean => isDue(move) || isProven(move)
  const isLapsed = (move: Movement): boolean =>
    isDue(move) && (isProven(move) || began - move.since >= BALANCE_LAGS_MS)
  const base = state.base ?? value
  const rounding = roundingOf(live.length)
  const ended = base + sum(live.filter(isVisible).map(left))
  const isDueRead = state.due !== null && near(value, state.due.amount, roundingOf(state.due.trades))
  const all = base + sum(live.map(left))

  /** The whole read counts; `shown` is the part of a trade it shows. */
  function rebase(shown: (move: Movement, key: string) => bigint): Transit {
    const all = [...state.moves].map(([key, move]) => [key, { ...move, shown: shown(move, key) }] as const)
    const known = all.map(([key, move]) => move.shown - (state.moves.get(key)?.shown ?? 0n))
    const moves = new Map(all.filter(([, move]) => !isLapsed(move)))
    return { ...moved(taken, value - base - sum(known), now), base: value, baseAt: now.wall, moves }
  }

  if (state.base === null) {
    const first = rebase(carefully)
    const due = first.moves.size === 0 ? { amount: value, trades: 0 } : null
    return { ...first, firstAt: now.wall, rose: NO_TRANSIT.rose, fell: NO_TRANSIT.fell, due }
  }
  const isSure = live.every((move) => isLapsed(move) || isProven(move))
  if (live.every(isVisible) && (agrees || isSure || isDueRead || near(value, ended, rounding))) {
    const whole = rebase((move, key) => {
      if (!isLate(move, now.wall)) return final(move)
      const known = isShown(key)
      if (known === null) return carefully(move)
      return known ? move.amount : 0n
    })
    const isCalm = now.wall - Math.max(whole.rose.at, whole.fell.at) > BALANCE_LAGS_MS
    const isWhole = live.length === state.moves.size && (isCalm || isDueRead)
    return isWhole ? { ...whole, due: { amount: value, trades: 0 } } : whole
  }
  if (near(value, ended, rounding)) return rebase((move) => (isVisible(move) ? final(move) : move.shown))
  if (agrees || near(value, all, rounding)) {
    return rebase((move) => (isLate(move, now.wall) ? move.shown : final(move)))
  }
  const lapsed = [...state.moves].filter(([, move]) => isLapsed(move))
  const moves = new Map([...state.moves].filter(([, move]) => !isLapsed(move)))
  const least =
    base + sum([...state.moves.values()].map(({ amount, shown }) => (amount < 0n ? amount : 0n) - shown))
  const gone = value < least ? value - least : 0n
  const settled = sum(lapsed.map(([, move]) => left(move)))
  return { ...moved(taken, gone, now), base: base + gone + settled, moves }
}

/** A read moved by so much for no reason that is known; what came shortly before it may have the same. */
function moved(state: Transit, amount: bigint, { wall }: Now): Transit {
  if (near(amount, 0n, ROUNDING.all)) return state
  const which = amount > 0n ? 'rose' : 'fell'
  const before = wall - state[which].at <= BALANCE_LAGS_MS ? state[which].amount : 0n
  return { ...state, [which]: { amount: before + amount, at: wall } }
}

/** The trades are seen in the other balance that they move: a read that begins from now on shows them here. */
export function prove(state: Transit, keys: ReadonlySet<string>, { monotonic }: Now): Transit {
  const moves = [...state.moves].map(([key, move]) => {
    return [key, keys.has(key) ? { ...move, proven: move.proven ?? monotonic } : move] as const
  })
  return { ...state, moves: new Map(moves) }
}

/** Surely there to be spent or sold; null before the first read. */
export function surely({ base, read, moves }: Transit): bigint | null {
  if (base === null) return null
  const all = [...moves.values()]
  const isHeld = all.some(({ amount, word }) => amount < 0n || word === 'failed')
  const most = base + sum(all.map((move) => sure(move) - move.shown))
  const least = isHeld && most < read ? most : read
  return least > 0n ? least : 0n
}

/** The balance once everything has settled, as far as is known; never less than is surely there. */
export function eventually(state: Transit): bigint | null {
  const now = surely(state)
  if (state.base === null || now === null) return null
  const then = state.base + sum([...state.moves.values()].map(left))
  return then > now ? then : now
}

/** The last read, less what left since it began. */
export function asShown({ base, read, readBegan, moves }: Transit): bigint | null {
  if (base === null) return null
  const gone = [...moves.values()].filter(
    ({ amount, word, first }) => amount < 0n && word !== 'failed' && first >= readBegan,
  )
  return read + sum(gone.map(({ amount }) => amount))
}

/** Trades have ended, and no read shows it. */
export function isLookDue({ moves }: Transit): boolean {
  return [...moves.values()].some((move) => move.word !== 'open' && left(move) !== 0n)
}

/** Trades that a balance shows if it is what it comes to after all of them: such that could cancel out prove nothing. */
export function provable({ moves }: Transit, began: number): ReadonlySet<string> {
  const all = [...moves]
  const open = all.filter(([, move]) => left(move) !== 0n).map(([, move]) => left(move) > 0n)
  const isOneWay = open.every((isComing) => isComing === open[0])
  return new Set(
    isOneWay ? all.flatMap(([key, { word, since }]) => (word === 'open' || began >= since ? [key] : [])) : [],
  )
}

/**
 * Which overdue trades a balance shows, newest first, by what it lacks, or has too much, against what is owned by all
 * trades; null while others are on their way, which may explain the same.
 */
export function overdueShown(
  { moves }: Pick<Transit, 'moves'>,
  { value, owned }: { readonly value: bigint; readonly owned: bigint },
  wall: Instant,
): ReadonlyMap<string, boolean> | null {
  const all = [...moves].toSorted(([, one], [, other]) => other.at - one.at)
  if (all.some(([, move]) => !isLate(move, wall) && left(move) !== 0n)) return null
  const shown = new Map<string, boolean>()
  let unexplained = value - owned
  for (const [key, { amount }] of all.filter(([, move]) => isLate(move, wall))) {
    // A purchase that is not shown is lacking, a sale is too much.
    const isMissing = amount > 0n ? unexplained * -2n >= amount : unexplained * -2n <= amount
    shown.set(key, !isMissing)
    if (isMissing) unexplained += amount
  }
  return shown
}

/** Overdue trades. */
export function overdue(
  { moves }: Transit,
  wall: Instant,
): readonly { readonly key: string; readonly amount: bigint }[] {
  return [...moves].filter(([, move]) => isLate(move, wall)).map(([key, { amount }]) => ({ key, amount }))
}

function isLate({ word, at }: Movement, wall: Instant): boolean {
  return word === 'open' && wall - at >= SETTLES_WITHIN_MS
}

/** Once it has settled, as far as is known. */
function final({ amount, word }: Movement): bigint {
  return word === 'failed' ? 0n : amount
}

/** The part that a base is taken to show where that is not known: all of what comes, nothing of what goes. */
function carefully({ amount }: Movement): bigint {
  return amount > 0n ? amount : 0n
}

/** The part that the base does not show. */
function left(move: Movement): bigint {
  return final(move) - move.shown
}

/** The part to count on: what goes is gone, what comes is there once it is on the chain or shown. */
function sure(move: Movement): bigint {
  return move.amount > 0n && move.word === 'open' ? move.shown : final(move)
}

function roundingOf(trades: number): bigint {
  return ROUNDING.all + ROUNDING.trade * BigInt(trades)
}

function near(one: bigint, other: bigint, by: bigint): boolean {
  const apart = one - other
  return apart <= by && -apart <= by
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n)
}
