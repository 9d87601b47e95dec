/** Reads single settings by their row of the table and collects what is wrong with them: always the name, never the value. */
import { err } from '#lib/result.ts'
import type { Environment } from './environment.ts'
import { readRegularFile } from './regular-file.ts'
import { readSecret } from './secret-file.ts'
import type { SettingProblem } from './setting-problem.ts'
import { isSetting, SETTINGS, type Setting, type SettingName, type SettingValue } from './setting-table.ts'

export type SettingsReader = {
  /**
   * The value, or the default where it is unset, empty or wrong; null where there is none. What is wrong is a problem then;
   * the text of a secret is remembered for the redactor. To be read once.
   */
  value<Name extends SettingName>(name: Name): SettingValue<Name>
  /** The unchanged text, of a secret also that of its file; null when unset or empty. */
  text(name: string): string | null
  names(): readonly string[]
  fail(name: string, message: string): void
  problems(): readonly SettingProblem[]
  /** Every secret that was read, in its raw form. */
  secrets(): readonly string[]
}

/**
 * A reader over one environment.
 *
 * @param readFile  the text of a file with a secret. @throws when it cannot be read
 */
export function createSettingsReader(
  environment: Environment,
  readFile: (path: string) => string = readRegularFile,
): SettingsReader {
  const problems: SettingProblem[] = []
  const secrets = new Set<string>()
  /** Values from the files of secrets, by the secret's name. */
  const fromFiles = new Map<string, string | null>()

  function text(name: string): string | null {
    const value = environment.get(name) || null
    return isSetting(name) && SETTINGS[name].isSecret ? secretText(name, value) : value
  }

  function secretText(name: string, own: string | null): string | null {
    const variable = `${name}_FILE`
    const path = environment.get(variable) || null
    if (path === null) return own
    if (!fromFiles.has(name)) {
      const read =
        own === null ? readSecret(path, readFile) : err(`and ${name} are both set: remove one of them`)
      // The secret itself may stand where its file should be named: no message has it, and the redactor knows it.
      if (!read.ok) {
        secrets.add(path)
        fail(variable, read.error)
      }
      fromFiles.set(name, read.ok ? read.value : own)
    }
    return fromFiles.get(name) ?? null
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
