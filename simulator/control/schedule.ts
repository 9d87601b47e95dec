/** Random faults by profile: the same seed gives the same rules, each with its own window, and then the venue heals. */
import type { FaultInput } from '../faults/types.ts'
import { createRandom } from '../random.ts'

export const PROFILES = ['light', 'hard', 'order-path', 'feeds', 'auth'] as const
type ScheduleProfile = (typeof PROFILES)[number]

type Template = Omit<FaultInput, 'when'> & { readonly probability: number }

const HTTP: readonly Template[] = [
  { name: 'http.delay', args: { ms: 400, jitter: 600 }, probability: 0.4 },
  { name: 'http.reset_before_read', probability: 0.15 },
  { name: 'http.reset_after_read', probability: 0.15 },
  { name: 'http.truncated_body', probability: 0.1 },
  { name: 'http.status', args: { code: 500, body: '{"error":"Internal server error"}' }, probability: 0.2 },
  { name: 'http.html_200', probability: 0.1 },
]
const ORDERS: readonly Template[] = [
  { name: 'order.accept_then_timeout', match: { service: 'clob' }, probability: 0.2 },
  { name: 'order.accept_then_reset', match: { service: 'clob' }, probability: 0.2 },
  {
    name: 'order.error_but_booked',
    match: { service: 'clob' },
    args: { text: 'order timed out', code: 500 },
    probability: 0.15,
  },
  { name: 'cancel.accept_then_timeout', match: { service: 'clob' }, probability: 0.2 },
  { name: 'cancel_all.misses_inflight', match: { service: 'clob' }, probability: 0.3 },
  { name: 'trade.failed_after', args: { ms: 1500 }, probability: 0.2 },
  { name: 'trade.reorder', probability: 0.3 },
  { name: 'trade.duplicate', probability: 0.3 },
  { name: 'orders.eventual', match: { service: 'clob' }, args: { ms: 1500 }, probability: 0.4 },
  { name: 'engine.restarting', probability: 0.3 },
]
const FEEDS: readonly Template[] = [
  { name: 'ws.close', match: { service: 'ws_market' }, args: { code: 1001 }, probability: 0.02 },
  { name: 'ws.reset', match: { service: 'ws_user' }, probability: 0.05 },
  { name: 'ws.drop_frame', match: { service: 'ws_market' }, probability: 0.05 },
  { name: 'ws.dup_frame', probability: 0.1 },
  { name: 'ws.reorder', match: { service: 'ws_market' }, args: { window: 3 }, probability: 0.1 },
  { name: 'ws.silent_freeze', match: { service: 'ws_market' }, probability: 1 },
  { name: 'ws.malformed', probability: 0.02 },
  { name: 'ws.unknown_event', probability: 0.05 },
  { name: 'ws.no_pong', probability: 1 },
]
const AUTH: readonly Template[] = [
  { name: 'auth.401_flap', match: { service: 'clob' }, probability: 0.3 },
  { name: 'auth.401_once', match: { service: 'clob' }, probability: 1 },
  { name: 'auth.403_html', match: { service: 'clob' }, probability: 0.1 },
  { name: 'clock.time_endpoint_wrong', match: { service: 'clob' }, args: { ms: 45_000 }, probability: 0.3 },
]
const TEMPLATES: Readonly<Record<ScheduleProfile, readonly Template[]>> = {
  light: [...HTTP.slice(0, 2), ...FEEDS.slice(0, 4)],
  hard: [...HTTP, ...ORDERS, ...FEEDS, ...AUTH],
  'order-path': [...HTTP.slice(1, 5), ...ORDERS],
  feeds: FEEDS,
  auth: AUTH,
}

/** Rules over `durationMs` of venue time; one starts about every two seconds. */
export function scheduledFaults(seed: string, profile: ScheduleProfile, durationMs: number): FaultInput[] {
  const random = createRandom(`${seed}/schedule/${profile}`)
  const rules: FaultInput[] = []
  for (let at = random.integer(0, 1500); at < durationMs; at += random.integer(500, 3500)) {
    const { probability, ...template } = random.pick(TEMPLATES[profile])
    const length = Math.min(random.integer(500, 6000), durationMs - at)
    rules.push({ ...template, when: { after_ms: at, for_ms: length, probability } })
  }
  return rules
}
