/**
 * One market connection and the assets on it. Invariant: an asset is either waiting for its book, and asked for again
 * until the tries are used up, or it has one that belongs to this very connection.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { nativeId, type OutcomeId } from '#core/ids.ts'
import type { Clock } from '#ports/clock.ts'
import type { Random } from '#ports/random.ts'
import type { FeedTap } from '#ports/recording.ts'
import type { MarketFeedEvent } from '#ports/venue-feeds.ts'
import { FRAME_PIECES, readLongFrame } from './long-frames.ts'
import { ALL_LOST, type FrameVerdict } from './market-frames.ts'
import { readMarketBytes } from './market-scan.ts'
import { openFeedSocket, type FeedSocket } from './socket.ts'

export type Asset = {
  readonly token: string
  readonly outcomeId: OutcomeId
  /** When its book was last asked for; null once it has come. */
  askedAt: number | null
  tries: number
  /** True if it has already been moved off a connection that never gave its book. */
  moved: boolean
}

export type MarketConnection = ReturnType<typeof openMarketConnection>

/** The longest dump (VEN-9). */
const MAX_PAYLOAD = 16 * 1024 * 1024
const BOOK_DEADLINE_MS = 5_000
const TRIES = 3
const RARE_RETRY_MS = 60_000
const RESYNC_PAUSE_MS = 1_000
/** How long a connection without assets waits for its first ones: books of the first frame come even where later ones do not. */
const FIRST_ASSETS_MS = 2_000
/** In every subscription: a venue that sends no books of its own accord sends them on demand. */
const WANTED = { initial_dump: true, level: 2, custom_feature_enabled: true } as const

type ConnectionParts = {
  readonly url: URL
  readonly clock: Clock
  readonly random: Random
  readonly assets: readonly Asset[]
  readonly number: number
  emit(event: MarketFeedEvent): void
  /** Every frame's verdict, for counting. */
  onVerdict(verdict: FrameVerdict): void
  readonly tap: FeedTap
}

type ConnectionState = Omit<ConnectionParts, 'assets'> & {
  readonly assets: Map<string, Asset>
  readonly resyncedAt: Map<string, number>
  /** True if the first frame of this connection has been sent. */
  isBegun: boolean
  stopWaiting: () => void
  readonly socket: FeedSocket
}

/** Opens a connection that carries these assets from its first frame on. */
export function openMarketConnection(parts: ConnectionParts) {
  const connection: ConnectionState = {
    ...parts,
    assets: new Map(parts.assets.map((asset) => [asset.token, asset])),
    resyncedAt: new Map(),
    isBegun: false,
    stopWaiting: (): void => {},
    socket: openFeedSocket({
      url: parts.url,
      clock: parts.clock,
      random: parts.random,
      maxPayload: MAX_PAYLOAD,
      liveness: 'ping',
      onOpen() {
        connection.tap.opened('market', connection.number)
        if (connection.assets.size > 0) begin(connection)
        else connection.stopWaiting = parts.clock.after(FIRST_ASSETS_MS, () => begin(connection))
      },
      onFrame(text) {
        if (text === null) {
          judge(connection, ALL_LOST)
          return
        }
        connection.tap.frame('market', connection.number, text)
        judge(
          connection,
          readMarketBytes(text, connection.assets, (event) => emit(connection, event)),
        )
      },
      long: {
        overBytes: FRAME_PIECES.run,
        async read(bytes, isCurrent) {
          const turn = async (): Promise<boolean> => {
            await nextTurn()
            return isCurrent()
          }
          const verdict = await readLongFrame(
            bytes,
            connection.assets,
            (event) => emit(connection, event),
            turn,
            (part) => connection.tap.frame('market', connection.number, part),
          )
          if (verdict !== null) judge(connection, verdict)
        },
      },
      onEnd(reason) {
        connection.tap.closed('market', connection.number)
        connection.stopWaiting()
        connection.isBegun = false
        lose(connection, connection.assets.keys(), reason === 'no_pong' ? 'no_pong' : 'feed_down')
        connection.resyncedAt.clear()
      },
    }),
  }
  carry(connection, parts.assets, [])

  return {
    /** Its number in this feed. */
    number: connection.number,
    assets: connection.assets as ReadonlyMap<string, Asset>,
    isOpen: () => connection.socket.isOpen(),
    reconnects: () => connection.socket.reconnects(),
    detail: () => connection.socket.detail(),
    add(added: readonly Asset[]): void {
      for (const asset of added) {
        connection.assets.set(asset.token, asset)
        ask(connection, asset)
      }
      carry(connection, added, [])
      if (connection.socket.isOpen() && !connection.isBegun) begin(connection)
      else {
        change(
          connection,
          'subscribe',
          added.map((asset) => asset.token),
        )
      }
    },
    remove(tokens: readonly string[]): void {
      carry(connection, [], assetsOf(connection, tokens))
      for (const token of tokens) {
        connection.assets.delete(token)
        connection.resyncedAt.delete(token)
      }
      change(connection, 'unsubscribe', tokens)
    },
    /** Unsubscribes and subscribes again. */
    resync: (tokens: readonly string[]) => resync(connection, tokens),
    /** Ends the socket and carries on over a new one. */
    replace(): void {
      connection.socket.replace()
    },
    /** Asks again for books that are overdue; the answer are the assets that this connection will not get. */
    chase(): readonly Asset[] {
      if (!connection.socket.isOpen()) return []
      const now = connection.clock.monotonic()
      const again: string[] = []
      const hopeless: Asset[] = []
      for (const asset of connection.assets.values()) {
        if (asset.askedAt === null) continue
        const waitMs = asset.tries < TRIES || !asset.moved ? BOOK_DEADLINE_MS : RARE_RETRY_MS
        if (now - asset.askedAt < waitMs) continue
        if (asset.tries >= TRIES && !asset.moved) {
          hopeless.push(asset)
          continue
        }
        asset.tries += 1
        again.push(asset.token)
      }
      resync(connection, again)
      return hopeless
    },
    stop(): void {
      connection.stopWaiting()
      connection.socket.stop()
      carry(connection, [], [...connection.assets.values()])
    },
  }
}

function assetsOf({ assets }: ConnectionState, tokens: Iterable<string>): readonly Asset[] {
  return [...tokens].map((token) => assets.get(token)).filter((asset) => asset !== undefined)
}

function carry({ tap, number }: ConnectionState, added: readonly Asset[], removed: readonly Asset[]): void {
  const ids = (assets: readonly Asset[]): readonly OutcomeId[] => assets.map((asset) => asset.outcomeId)
  if (added.length + removed.length > 0) tap.carried(number, ids(added), ids(removed))
}

function ask(connection: ConnectionState, asset: Asset): void {
  asset.askedAt = connection.clock.monotonic()
}

function change(
  connection: ConnectionState,
  operation: 'subscribe' | 'unsubscribe',
  tokens: readonly string[],
): void {
  if (tokens.length === 0 || !connection.isBegun) return
  const wanted = operation === 'subscribe' ? WANTED : {}
  connection.socket.send(JSON.stringify({ operation, assets_ids: tokens, ...wanted }))
}

function begin(connection: ConnectionState): void {
  connection.stopWaiting()
  connection.isBegun = true
  for (const asset of connection.assets.values()) {
    asset.tries = 0
    ask(connection, asset)
  }
  connection.socket.send(
    JSON.stringify({ assets_ids: [...connection.assets.keys()], type: 'market', ...WANTED }),
  )
}

function lose(
  connection: ConnectionState,
  tokens: Iterable<string>,
  reason: 'feed_down' | 'no_pong' | 'gap',
): void {
  const outcomeIds = assetsOf(connection, tokens).map((asset) => asset.outcomeId)
  if (outcomeIds.length === 0) return
  connection.tap.lost(outcomeIds, reason)
  connection.emit({ type: 'lost', outcomeIds, reason })
}

function resync(connection: ConnectionState, tokens: readonly string[]): void {
  const known = tokens.filter((token) => connection.assets.has(token))
  const now = connection.clock.monotonic()
  for (const token of known) {
    const asset = connection.assets.get(token)
    if (asset !== undefined) ask(connection, asset)
    connection.resyncedAt.set(token, now)
  }
  change(connection, 'unsubscribe', known)
  change(connection, 'subscribe', known)
}

/** A frame is lost: its books end, and are asked for again, but not more than once a second each. */
function recover(connection: ConnectionState, tokens: readonly string[]): void {
  lose(connection, tokens, 'gap')
  const now = connection.clock.monotonic()
  const due = tokens.filter(
    (token) => now - (connection.resyncedAt.get(token) ?? -RESYNC_PAUSE_MS) >= RESYNC_PAUSE_MS,
  )
  resync(connection, due)
  for (const token of tokens) {
    const asset = connection.assets.get(token)
    if (asset !== undefined && asset.askedAt === null)
      asset.askedAt = now - BOOK_DEADLINE_MS + RESYNC_PAUSE_MS
  }
}

function emit(connection: ConnectionState, event: MarketFeedEvent): void {
  if (event.type === 'snapshot') {
    const asset = connection.assets.get(nativeId(event.outcomeId))
    if (asset !== undefined) {
      asset.askedAt = null
      asset.tries = 0
      asset.moved = false
    }
  }
  connection.emit(event)
}

function judge(connection: ConnectionState, verdict: FrameVerdict): void {
  connection.onVerdict(verdict)
  if (verdict.kind === 'unreadable') recover(connection, verdict.tokens ?? [...connection.assets.keys()])
}
