/** Reads single settings and collects what is wrong with them: always the name, never the value. */
import { parseMicros } from '#core/money.ts'
import type { Micros } from '#core/money.ts'
import type { Environment } from './environment.ts'
import type { SettingProblem } from './setting-problem.ts'

export type SettingsReader = {
  /** The value; null when unset or empty. */
  text(name: string): string | null
  /** The same for a value that must never be shown: it is remembered for the redactor. */
  secret(name: string): string | null
  /** Whether the name is there at all, be it empty. */
  has(name: string): boolean
  names(): readonly string[]
  oneOf<Choice extends string>(name: string, choices: readonly Choice[], fallback: Choice): Choice
  /** A whole number within the bounds. */
  count(name: string, bounds: { readonly from: number; readonly to: number }, fallback: number): number
  /** A positive amount in pUSD. */
  amount(name: string, fallback: Micros): Micros
  /** The value if it has the shape; the rule goes into the message otherwise. */
  shaped(name: string, shape: RegExp, rule: string): string | null
  fail(name: string, message: string): void
  problems(): readonly SettingProblem[]
  /** Every secret that was read, in its raw form. */
  secrets(): readonly string[]
}

/** A reader over one environment. */
export function createSettingsReader(environment: Environment): SettingsReader {
  const problems: SettingProblem[] = []
  const secrets = new Set<string>()

  function text(name: string): string | null {
    const value = environment.get(name)
    return value === undefined || value === '' ? null : value
  }

  function fail(setting: string, message: string): void {
    problems.push({ setting, message })
  }

  return {
    text,
    secret: (name) => {
      const value = text(name)
      if (value !== null) secrets.add(value)
      return value
    },
    has: (name) => environment.has(name),
    names: () => [...environment.keys()],
    oneOf: (name, choices, fallback) => {
      const value = text(name)
      if (value === null) return fallback
      const choice = choices.find((candidate) => candidate === value)
      if (choice === undefined) fail(name, `must be ${choices.join(' or ')}`)
      return choice ?? fallback
    },
    count: (name, { from, to }, fallback) => {
      const value = text(name)
      if (value === null) return fallback
      const count = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
      if (count >= from && count <= to) return count
      fail(name, `must be a whole number from ${from} to ${to}`)
      return fallback
    },
    amount: (name, fallback) => {
      const value = text(name)
      if (value === null) return fallback
      const parsed = parseMicros(value)
      if (parsed.ok && parsed.value > 0n) return parsed.value
      fail(name, 'must be a positive amount in pUSD with at most 6 decimals')
      return fallback
    },
    shaped: (name, shape, rule) => {
      const value = text(name)
      if (value === null || shape.test(value)) return value
      fail(name, rule)
      return null
    },
    fail,
    problems: () => problems,
    secrets: () => [...secrets],
  }
}
