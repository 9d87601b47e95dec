/**
 * One pool of kept-alive connections to one origin. Invariant: a request is written at most once, whatever the pool
 * would like to do, and its result tells whether a byte of it may have been sent.
 */
import { Buffer } from 'node:buffer'
import type { Dispatcher } from 'undici'
// The pools alone: the whole of the library takes three times as long at every start.
import buildConnector from 'undici/lib/core/connect.js'
import Pool from 'undici/lib/dispatcher/pool.js'
import type { RejectCode } from '#core/reject-codes.ts'
import { USER_AGENT } from '#lib/user-agent.ts'
import type { Clock } from '#ports/clock.ts'
import type { PointName } from '#ports/venue-trading.ts'
import type { AuthHeaders } from './auth/l1.ts'

type ChannelRequest = {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Path and query. */
  readonly target: string
  readonly headers: AuthHeaders
  readonly body: string | null
  /** Longest wait for a connection; default: `wholeMs`. */
  readonly connectMs?: number
  readonly answerMs: number
  readonly wholeMs: number
  readonly capBytes: number
  /** Asked synchronously right before the bytes are handed to the socket; a code stops the request. */
  readonly gate?: (() => RejectCode | null) | undefined
  readonly point?: ((name: PointName) => void) | undefined
}

export type Ending =
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly headers: Readonly<Record<string, string | string[] | undefined>>
      readonly body: Buffer
    }
  /** The gate closed: nothing was written. */
  | { readonly kind: 'stopped'; readonly code: RejectCode }
  /** No connection: nothing was written. */
  | { readonly kind: 'not_sent'; readonly detail: string }
  /** Written at least in part, and no whole answer came. */
  | { readonly kind: 'no_answer'; readonly detail: string }

export type Channel = ReturnType<typeof createChannel>

const CONNECT_MS = 3_000
const KEEP_ALIVE_MS = 60_000
const KEEP_ALIVE_MAX_MS = 600_000
const KEEP_ALIVE_MARGIN_MS = 1_000
const MAX_HEADER_BYTES = 64 * 1024

/** Names of faults that are safe to show: codes and our own words, never a message with an address in it. */
function faultName(error: Error): string {
  const code = (error as NodeJS.ErrnoException).code
  return typeof code === 'string' ? code : error.name
}

/** Opens nothing yet; connections are made on first use. Redirects, retries, proxies and HTTP/2 do not exist here. */
export function createChannel(parts: {
  readonly origin: string
  readonly connections: number
  readonly clock: Clock
}) {
  const { clock, origin } = parts
  const connect = buildConnector({
    timeout: CONNECT_MS,
    allowH2: false,
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
    keepAliveInitialDelay: 15_000,
  })
  const pool = new Pool(origin, {
    connections: parts.connections,
    pipelining: 1,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MAX_MS,
    keepAliveTimeoutThreshold: KEEP_ALIVE_MARGIN_MS,
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: MAX_HEADER_BYTES,
    connect,
  })

  function send(request: ChannelRequest): Promise<Ending> {
    return new Promise((resolve) => {
      let settled = false
      let written = false
      let controller: Dispatcher.DispatchController | null = null
      let cancelAnswerTimer = (): void => {}
      let status = 0
      let headers: Readonly<Record<string, string | string[] | undefined>> = {}
      const chunks: Buffer[] = []
      let length = 0

      function finish(ending: Ending): void {
        if (settled) return
        settled = true
        cancelWholeTimer()
        cancelConnectTimer()
        cancelAnswerTimer()
        resolve(ending)
      }

      function fail(detail: string): void {
        finish({ kind: written ? 'no_answer' : 'not_sent', detail })
        controller?.abort(new Error(detail))
      }

      const cancelWholeTimer = clock.after(request.wholeMs, () => {
        fail('deadline')
      })

      const cancelConnectTimer = clock.after(request.connectMs ?? request.wholeMs, () => {
        if (!written) fail('no connection in time')
      })

      const handler: Dispatcher.DispatchHandler = {
        onRequestStart(started) {
          if (settled || written) {
            fail('a second write was prevented')
            started.abort(new Error('not written twice'))
            return
          }
          controller = started
          request.point?.('connect.post')
          const code = request.gate?.() ?? null
          if (code !== null) {
            finish({ kind: 'stopped', code })
            started.abort(new Error('gate closed'))
            return
          }
          request.point?.('first_byte')
          written = true
          cancelAnswerTimer = clock.after(request.answerMs, () => {
            fail('deadline')
          })
          queueMicrotask(() => {
            request.point?.('last_byte')
          })
        },
        onResponseStart(_, statusCode, responseHeaders) {
          if (statusCode < 200) return
          status = statusCode
          headers = responseHeaders
          request.point?.('answer.headers')
          if (Number(responseHeaders['content-length'] ?? 0) > request.capBytes) fail('answer over the cap')
        },
        onResponseData(_, chunk) {
          length += chunk.length
          if (length > request.capBytes) fail('answer over the cap')
          else chunks.push(chunk)
        },
        onResponseEnd() {
          request.point?.('answer.body')
          finish({ kind: 'answered', status, headers, body: Buffer.concat(chunks, length) })
        },
        onResponseError(_, error) {
          fail(faultName(error))
        },
        onRequestUpgrade(_controller, _status, _headers, socket) {
          socket.destroy()
          fail('unexpected upgrade')
        },
      }
      pool.dispatch(
        {
          method: request.method,
          path: request.target,
          headers: [USER_AGENT, ...request.headers].flat(),
          body: request.body,
          idempotent: request.method === 'GET',
        },
        handler,
      )
    })
  }

  return {
    send,
    /** Called when a connection ends, so that it can be opened again before it is needed. */
    onDisconnect(listener: () => void): void {
      pool.on('disconnect', listener)
    },
    close: (): Promise<void> => pool.destroy(),
  }
}
