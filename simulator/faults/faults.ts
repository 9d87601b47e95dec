// The rule engine: decides which fault rules fire for a request or a frame, in order of creation and with hit counts.
// With the same seed, the same rules and the same subjects it decides the same.
import type { SimulatorClock, SimulatorRandom } from '../types.ts'
import { meaningOf } from './table.ts'
import type { FaultArguments, FaultInput, FaultMatch, FaultRule, FaultSubject, FiredFault } from './types.ts'

type LiveRule = {
  readonly rule: Omit<FaultRule, 'seen' | 'fired'>
  readonly meaning: ReturnType<typeof meaningOf>
  readonly addedAt: number
  readonly random: SimulatorRandom
  seen: number
  fired: number
}

export type Faults = ReturnType<typeof createFaults>

/** An empty set of rules. `random` should be a fork of its own, so that faults do not shift other streams. */
export function createFaults(deps: { readonly clock: SimulatorClock; readonly random: SimulatorRandom }) {
  let rules: LiveRule[] = []
  let added = 0
  const removed = new Set<() => void>()

  function fires(live: LiveRule): boolean {
    const { when } = live.rule
    const age = deps.clock.now() - live.addedAt
    if (age < (when.after_ms ?? 0)) return false
    if (when.for_ms !== undefined && age >= (when.after_ms ?? 0) + when.for_ms) return false
    live.seen += 1
    if (live.fired >= (when.times ?? timesOf(live.rule))) return false
    const probability = when.probability ?? live.meaning.with['p']
    if (typeof probability === 'number' && live.random.next() >= probability) return false
    live.fired += 1
    return true
  }

  function* firing(subject: FaultSubject, names: readonly string[]): Generator<FiredFault> {
    for (const live of rules) {
      const { name, on, with: args } = live.meaning
      if (!isNamed(name, names) || !matches(on, subject)) continue
      if (!matches(live.rule.match, subject) || !isAboutItsAssets(args, subject)) continue
      if (fires(live)) yield firedFault(live)
    }
  }

  return {
    add(input: FaultInput): FaultRule {
      added += 1
      const id = `fault-${added}`
      const rule = {
        id,
        name: input.name,
        match: input.match ?? {},
        when: input.when ?? {},
        args: input.args ?? {},
      }
      const named = meaningOf(input.name)
      const meaning = { ...named, with: { ...named.with, ...rule.args } }
      const [addedAt, random] = [deps.clock.now(), deps.random.fork(id)]
      rules.push({ rule, meaning, addedAt, random, seen: 0, fired: 0 })
      return { ...rule, seen: 0, fired: 0 }
    },
    list: (): readonly FaultRule[] =>
      rules.map((live) => ({ ...live.rule, seen: live.seen, fired: live.fired })),
    /** Removes one rule, or all of them. Returns whether there was any. */
    remove(id?: string): boolean {
      const before = rules.length
      rules = id === undefined ? [] : rules.filter((live) => live.rule.id !== id)
      if (rules.length === before) return false
      for (const action of removed) action()
      return true
    },
    /** The first rule, by creation, among `names` that matches and fires. A name ending in `.` matches its family. */
    first(subject: FaultSubject, ...names: readonly string[]): FiredFault | null {
      if (rules.length === 0) return null
      for (const fired of firing(subject, names)) return fired
      return null
    },
    /** Every rule among `names` that matches and fires, by creation. */
    all: (subject: FaultSubject, ...names: readonly string[]): readonly FiredFault[] =>
      rules.length === 0 ? [] : [...firing(subject, names)],
    /** True if any rule of these names is there at all: lets hot paths skip the rest. */
    any: (...names: readonly string[]): boolean => rules.some((live) => isNamed(live.meaning.name, names)),
    /** Runs `action` whenever rules were taken out; the answer ends that. */
    onRemoved(action: () => void): () => void {
      removed.add(action)
      return () => void removed.delete(action)
    },
  }
}

/** Rules that are about a number of times by their name fire so often by default. */
function timesOf({ name, args }: Pick<FaultRule, 'name' | 'args'>): number {
  if (name.endsWith('_once')) return 1
  const counted = name === 'auth.derive_5xx' || name === 'rate.429'
  return counted && typeof args['n'] === 'number' ? args['n'] : Infinity
}

function isNamed(name: string, names: readonly string[]): boolean {
  return names.some((wanted) => (wanted.endsWith('.') ? name.startsWith(wanted) : name === wanted))
}

/** True if `subject` meets every condition of `match`. */
export function matches(match: FaultMatch, subject: FaultSubject): boolean {
  if (isOther(match.service, subject.service)) return false
  if (isOther(match.method?.toUpperCase(), subject.method)) return false
  if (match.path !== undefined && !matchesPath(match.path, subject.path)) return false
  if (match.asset !== undefined && !assetsOf(subject).includes(match.asset)) return false
  if (match.signed === 'any' ? subject.signed === undefined : isOther(match.signed, subject.signed))
    return false
  return match.body_contains === undefined || (subject.body ?? '').includes(match.body_contains)
}

function isOther<T>(wanted: T | undefined, actual: T): boolean {
  return wanted !== undefined && wanted !== actual
}

function assetsOf({ asset }: FaultSubject): readonly string[] {
  if (asset === undefined) return []
  return typeof asset === 'string' ? [asset] : asset
}

/** Rules that name assets in their arguments are about those alone. */
function isAboutItsAssets(args: FaultArguments, subject: FaultSubject): boolean {
  const named = [args['asset'], args['assets']].flat().filter((asset) => typeof asset === 'string')
  return named.length === 0 || assetsOf(subject).some((asset) => named.includes(asset))
}

function matchesPath(wanted: string, path: string | undefined): boolean {
  if (path === undefined) return false
  return wanted.endsWith('*') ? path.startsWith(wanted.slice(0, -1)) : path === wanted
}

/** A rule that fired; an argument of another type than asked for counts as absent. */
function firedFault({ rule, meaning: { name, with: args } }: LiveRule): FiredFault {
  const read = <T>(key: string, otherwise: T): T =>
    typeof args[key] === typeof otherwise ? (args[key] as T) : otherwise
  return { name, called: rule.name, args, number: read, text: read, flag: read }
}
