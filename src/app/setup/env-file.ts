/** A `.env` file with some settings replaced and everything else as it was. */
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { err, ok, type Result } from '#lib/result.ts'

/** The settings of a text. */
export function settingsOf(text: string): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(parseEnv(text)).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

/**
 * The text with these settings; settings that have the value already keep their spelling. In the place of the name's last line,
 * commented out or not, else at the end.
 *
 * @returns the name of a setting that would not read as it should instead, as with values over several lines
 */
export function withSettings(text: string, settings: ReadonlyMap<string, string>): Result<string, string> {
  const lines = text === '' ? [] : text.replace(/\n$/, '').split('\n')
  const before = settingsOf(text)
  for (const [name, value] of settings) {
    if (before.get(name) === value) continue
    const line = `${name}=${quoted(value)}`
    const own = new RegExp(`^\\s*(export\\s+)?${name}\\s*=`)
    const at = lines.findLastIndex((one) => own.test(one))
    const commented = lines.findLastIndex((one) => one.startsWith(`# ${name}=`))
    if (at >= 0) lines[at] = line
    else if (commented >= 0) lines[commented] = line
    else lines.push(line)
  }
  const after = `${lines.join('\n')}\n`
  const [wanted, read] = [new Map([...before, ...settings]), settingsOf(after)]
  const changed = [...wanted.keys(), ...read.keys()].find((name) => wanted.get(name) !== read.get(name))
  return changed === undefined ? ok(after) : err(changed)
}

/** Written to a temporary file of mode 0600, synced, then renamed: never half a file, never readable by others. */
export function writeEnvText(path: string, text: string): void {
  const fresh = `${path}.new`
  rmSync(fresh, { force: true })
  writeFileSync(fresh, text, { mode: 0o600, flag: 'wx', flush: true })
  renameSync(fresh, path)
}

/** Quotes keep `$` and `#` as they are. Base64 has none: what reads `.env` otherwise may take quotes for a part of it. */
function quoted(value: string): string {
  if (/^[A-Za-z0-9._:/,@+=-]*$/.test(value)) return value
  const mark = ["'", '`'].find((one) => !value.includes(one)) ?? '"'
  return `${mark}${value}${mark}`
}
