/** Reads single settings by their row of the table and collects what is wrong with them: always the name, never the value. */
import type { Environment } from './environment.ts'
import type { SettingProblem } from './setting-problem.ts'
import { SETTINGS } from './setting-table.ts'
import type { Setting, SettingName, SettingValue } from './setting-table.ts'

export type SettingsReader = {
  /**
   * The value, or the default where it is unset, empty or wrong; null where there is none. What is wrong is a problem then;
   * the text of a secret is remembered for the redactor. To be read once.
   */
  value<Name extends SettingName>(name: Name): SettingValue<Name>
  /** The text as it stands; null when unset or empty. */
  text(name: string): string | null
  names(): readonly string[]
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

  function read(name: SettingName): unknown {
    const { schema, fallback, isSecret }: Setting = SETTINGS[name]
    const own = text(name)
    if (own !== null && isSecret) secrets.add(own)
    const parsed = own === null ? null : schema.safeParse(own)
    if (parsed?.success === true) return parsed.data
    if (parsed !== null) fail(name, parsed.error.issues[0]?.message ?? 'cannot be read')
    return fallback === null ? null : schema.parse(fallback)
  }

  return {
    value: <Name extends SettingName>(name: Name) => read(name) as SettingValue<Name>,
    text,
    names: () => [...environment.keys()],
    fail,
    problems: () => problems,
    secrets: () => [...secrets],
  }
}
