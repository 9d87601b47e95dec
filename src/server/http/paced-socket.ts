/**
 * A connection that hands its requests on one after the other: the next one is read when the one before has been answered,
 * and not in the same turn of the event loop. Without it one packet of pipelined requests is worked off in one go, and
 * everything else waits (INV-56).
 */
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'

const END_OF_HEAD = Buffer.from('\r\n\r\n')
/** Size handed on at once where no head ends. */
const MAX_PIECE_BYTES = 16_384
/** A request has a head and a body; a body in chunks has more, and takes more turns. */
const PIECES_A_TURN = 4

type Paced = {
  /** For node:http in place of the accepted one, with which it ends. */
  readonly socket: Duplex
  /** Says that `mayRead` may have become true. */
  readonly readOn: () => void
}

/**
 * @param inner  the connection as it was accepted
 * @param mayRead  false while a request is being answered
 */
export function paceSocket(inner: Socket, mayRead: () => boolean): Paced {
  let held: Buffer | null = null
  let hasEnded = false
  let isWanted = false
  let turn: NodeJS.Immediate | null = null

  const socket = new Duplex({
    allowHalfOpen: true,
    readableHighWaterMark: 1,
    writableHighWaterMark: inner.writableHighWaterMark,
    read() {
      isWanted = true
      later()
    },
    write(chunk: Buffer, _encoding, done) {
      inner.write(chunk, done)
    },
    writev(chunks, done) {
      inner.cork()
      for (const [index, { chunk }] of chunks.entries()) {
        inner.write(chunk as Buffer, index === chunks.length - 1 ? done : undefined)
      }
      inner.uncork()
    },
    final(done) {
      inner.end(done)
    },
    destroy(error, done) {
      if (turn !== null) clearImmediate(turn)
      held = null
      inner.destroy()
      done(error)
    },
  })

  function later(): void {
    turn ??= setImmediate(() => {
      turn = null
      hand()
    })
  }

  function hand(): void {
    for (let pieces = 0; pieces < PIECES_A_TURN; pieces += 1) {
      if (!isWanted || socket.destroyed || socket.readableLength > 0 || !mayRead()) return
      if (held === null) {
        if (hasEnded) socket.push(null)
        else inner.resume()
        return
      }
      const end = held.indexOf(END_OF_HEAD)
      const length = Math.min(
        held.length,
        end === -1 ? MAX_PIECE_BYTES : end + END_OF_HEAD.length,
        MAX_PIECE_BYTES,
      )
      const piece = held.subarray(0, length)
      held = length === held.length ? null : held.subarray(length)
      isWanted = socket.push(piece)
    }
    later()
  }

  inner.on('data', (bytes: Buffer) => {
    inner.pause()
    held = held === null ? bytes : Buffer.concat([held, bytes])
    hand()
  })
  inner.on('end', () => {
    hasEnded = true
    hand()
  })
  inner.on('timeout', () => socket.emit('timeout'))
  inner.on('error', (error) => socket.destroy(error))
  inner.on('close', () => socket.destroy())

  Object.assign(socket, {
    remoteAddress: inner.remoteAddress,
    setTimeout(ms: number) {
      inner.setTimeout(ms)
      return socket
    },
    setNoDelay() {
      return socket
    },
    destroySoon() {
      if (socket.writable) socket.end()
      if (socket.writableFinished) socket.destroy()
      else socket.once('finish', () => socket.destroy())
    },
  })
  return { socket, readOn: later }
}
