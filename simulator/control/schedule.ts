/** Random faults by profile: the same seed gives the same rules, each with its own window, and then the venue heals. */
import MIXES from '../faults/mixes.json' with { type: 'json' }
import type { FaultInput } from '../faults/types.ts'
import { createRandom } from '../random.ts'

export const PROFILES = ['light', 'hard', 'order-path', 'feeds', 'auth'] as const
type ScheduleProfile = (typeof PROFILES)[number]

type Template = Omit<FaultInput, 'when'> & { readonly probability: number }

const {
  http: HTTP,
  orders: ORDERS,
  feeds: FEEDS,
  auth: AUTH,
} = MIXES as Readonly<Record<string, unknown>> as Readonly<
  Record<'http' | 'orders' | 'feeds' | 'auth', readonly Template[]>
>
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
