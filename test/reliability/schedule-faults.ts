/** The faults that schedules draw from: everything that the order path, the account reads and the user channel must survive. */
import type { SimulatorRandom } from '#simulator/types.ts'

export type FaultRule = {
  readonly name: string
  readonly match?: Readonly<Record<string, string>>
  readonly when?: Readonly<Record<string, number>>
  readonly args?: Readonly<Record<string, unknown>>
}

const CLOB_PATHS = [
  '/order',
  '/orders',
  '/cancel-all',
  '/data/orders',
  '/data/trades',
  '/data/order/*',
  '/auth/*',
  '*',
]

const HTTP: readonly FaultRule[] = [
  { name: 'http.delay', args: { ms: 60, jitter: 100 } },
  { name: 'http.drop_before_read' },
  { name: 'http.reset_before_read' },
  { name: 'http.hang_after_read' },
  { name: 'http.reset_after_read' },
  { name: 'http.reset_after_read', args: { handled: true } },
  { name: 'http.status', args: { code: 500, body: '{"error":"Internal server error"}' } },
  { name: 'http.status', args: { code: 502, body: '<html>bad gateway</html>' } },
  { name: 'http.status', args: { code: 503, body: '{"error":"trading disabled"}' } },
  { name: 'http.html_200' },
  { name: 'http.html_403' },
  { name: 'http.error_code' },
  { name: 'http.truncated_body' },
  { name: 'http.empty_body' },
  { name: 'http.malformed_json' },
  { name: 'http.wrong_content_type', args: { type: 'text/plain' } },
  { name: 'http.keepalive_close_race' },
]

const ORDER: readonly FaultRule[] = [
  { name: 'order.accept_then_timeout' },
  { name: 'order.accept_then_reset' },
  { name: 'order.accept_late', args: { ms: 4_000 } },
  { name: 'order.reject', args: { text: 'not enough balance / allowance', code: 400 } },
  { name: 'order.error_but_booked', args: { text: 'order timed out', code: 500 } },
  {
    name: 'order.error_but_booked',
    args: { text: 'order match delayed due to market conditions', code: 400 },
  },
  { name: 'order.success_true_with_error', args: { text: 'not enough balance / allowance' } },
  { name: 'order.success_false_with_id', args: { text: 'something went wrong' } },
  { name: 'order.delayed', args: { s: 2 } },
  { name: 'order.unmatched' },
  { name: 'order.partial_fill', args: { fraction: 0.4 } },
  { name: 'order.rounding_residual' },
  { name: 'order.opaque_id' },
  { name: 'order.foreign' },
  { name: 'engine.restarting', match: { path: '/order*' } },
  { name: 'engine.post_only', match: { path: '/order*' } },
  { name: 'engine.cancel_only', match: { path: '/order*' } },
  { name: 'engine.disabled' },
]

const CANCEL: readonly FaultRule[] = [
  { name: 'cancel.accept_then_timeout' },
  { name: 'cancel.not_found' },
  { name: 'cancel.already_matched' },
  { name: 'cancel.fill_race' },
  { name: 'cancel_all.timeout' },
  { name: 'cancel_all.timeout', args: { handled: false } },
  { name: 'cancel_all.partial', args: { fraction: 0.5 } },
  { name: 'cancel_all.misses_inflight', args: { ms: 2_000 } },
]

const READS: readonly FaultRule[] = [
  { name: 'orders.eventual', args: { ms: 1_500 } },
  { name: 'orders.stale_snapshot', args: { ms: 1_500 } },
  { name: 'orders.repeated_cursor' },
  { name: 'orders.endless_cursor' },
  { name: 'orders.duplicate_rows' },
  { name: 'orders.unmappable_row' },
  { name: 'trade.failed_after', args: { ms: 1_500 } },
  { name: 'trade.retrying', args: { n: 2 } },
  { name: 'trade.retrying', args: { n: 1, fails: true } },
  { name: 'trade.missing_ws' },
  { name: 'trade.missing_rest', args: { ms: 3_000 } },
  { name: 'trade.duplicate' },
  { name: 'trade.late', args: { ms: 1_500 } },
  { name: 'trade.reorder' },
  { name: 'trade.multi_maker_same_id' },
]

const ACCESS: readonly FaultRule[] = [
  { name: 'auth.401_once' },
  { name: 'auth.401_flap', args: { p: 0.3 } },
  { name: 'auth.401_forever' },
  { name: 'auth.403_html' },
  { name: 'auth.derive_5xx', args: { n: 2 } },
  { name: 'rate.429', args: { retry_after_s: 2, n: 2 } },
  { name: 'rate.throttle', args: { ms: 400 } },
  { name: 'rate.warning' },
]

const CHANNEL: readonly FaultRule[] = [
  { name: 'ws.close', args: { code: 1001 } },
  { name: 'ws.reset' },
  { name: 'ws.half_open' },
  { name: 'ws.silent_freeze' },
  { name: 'ws.no_pong' },
  { name: 'ws.delay', args: { ms: 1_500 } },
  { name: 'ws.drop_frame', args: { p: 0.5 } },
  { name: 'ws.dup_frame', args: { p: 0.5 } },
  { name: 'ws.reorder', args: { window: 3 } },
  { name: 'ws.malformed' },
  { name: 'ws.binary' },
  { name: 'ws.unknown_event', args: { event: 'news' } },
  { name: 'ws.unknown_enum', args: { field: 'status', value: 'WEIRD' } },
  { name: 'ws.missing_field', args: { name: 'id' } },
  { name: 'ws.wrong_type', args: { field: 'price' } },
  { name: 'ws.extra_fields' },
  { name: 'ws.proto_keys' },
  { name: 'ws.upgrade_status', args: { code: 503 } },
]

/** One to five rules, each within its own window of the first `durationMs`. */
export function drawFaults(random: SimulatorRandom, durationMs: number): readonly FaultRule[] {
  return Array.from({ length: random.integer(1, 5) }, () => {
    const family = random.pick([HTTP, HTTP, ORDER, ORDER, CANCEL, READS, ACCESS, CHANNEL])
    const rule = random.pick(family)
    const service = family === CHANNEL ? 'ws_user' : 'clob'
    const path = family === HTTP ? { path: random.pick(CLOB_PATHS) } : {}
    const when = {
      after_ms: random.integer(0, durationMs - 1_000),
      for_ms: random.integer(1_000, durationMs),
      probability: random.pick([1, 1, 0.5, 0.25]),
      ...(random.next() < 0.5 ? { times: random.integer(1, 3) } : {}),
    }
    return { ...rule, match: { service, ...path, ...rule.match }, when }
  })
}
