/**
 * The environment, read once: the process's own variables win over those of a `.env` file. Secrets are taken out of
 * `process.env` when they are read, so that no child process and no crash report can hold them.
 */
import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { err, ok, type Result } from '#lib/result.ts'
import { isRetiredKey } from './retired-settings.ts'
import type { SettingProblem } from './setting-problem.ts'
import { readSecret } from './secret-file.ts'
import { isSetting, secretOfFile, SETTINGS } from './setting-table.ts'

/** Names and values as found; an empty value is kept, since retired names are refused even when empty. */
export type Environment = ReadonlyMap<string, string>

/** True if the variable's value is a secret, also that of a retired one. */
function isSecretName(name: string): boolean {
  return (isSetting(name) && SETTINGS[name].isSecret) || isRetiredKey(name)
}

/**
 * Reads the environment file, if there is one, under the process's variables, and removes the secrets from
 * `processVariables`. The fault is a problem of the setting `.env`.
 */
export function takeEnvironment(
  processVariables: Record<string, string | undefined>,
  envFile: string,
): Result<Environment, SettingProblem> {
  const text = readEnvText(envFile)
  const merged = new Map<string, string>()
  for (const source of [text.ok ? parseEnv(text.value) : {}, processVariables]) {
    for (const [name, value] of Object.entries(source)) if (value !== undefined) merged.set(name, value)
  }
  for (const name of Object.keys(processVariables)) if (isSecretName(name)) delete processVariables[name]
  return text.ok ? ok(merged) : text
}

/** The text of an environment file, empty when there is none. */
export function readEnvText(path: string): Result<string, SettingProblem> {
  try {
    return ok(readFileSync(path, 'utf8'))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    if (code === 'ENOENT') return ok('')
    return err({ setting: '.env', message: `cannot be read (${code}): ${path}` })
  }
}

/** Paths of the files that secrets stand in. */
export function secretFilesIn(environment: Environment): readonly string[] {
  return [...environment].flatMap(([name, path]) =>
    secretOfFile(name) === null || path === '' ? [] : [path],
  )
}

/** The secrets among them and in the files that they name, for the redactor. */
export function secretsIn(variables: Record<string, string | undefined>): readonly string[] {
  return Object.entries(variables).flatMap(([name, value]) => {
    if (value === undefined || value === '') return []
    if (isSecretName(name)) return [value]
    return secretOfFile(name) === null ? [] : [secretOf(value)]
  })
}

/** In the file; where that cannot be read, the path, in whose place the secret may have been written. */
function secretOf(path: string): string {
  const read = readSecret(path)
  return read.ok ? read.value : path
}
