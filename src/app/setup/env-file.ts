/** A `.env` file with some settings replaced and everything else as it was. */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

/** The text, empty when there is no such file. */
export function readEnvText(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

/** The settings of a text. */
export function settingsOf(text: string): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(parseEnv(text)).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

/** The text with these settings; what has its value already is left as it is written. In the place of the name's last line, commented out or not, else at the end. */
export function withSettings(text: string, settings: ReadonlyMap<string, string>): string {
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
  return `${lines.join('\n')}\n`
}

/** Written beside it with mode 0600, synced, then put in its place: never half a file, never readable by others. */
export function writeEnvText(path: string, text: string): void {
  const fresh = `${path}.new`
  rmSync(fresh, { force: true })
  writeFileSync(fresh, text, { mode: 0o600, flag: 'wx', flush: true })
  renameSync(fresh, path)
}

/** Quotes keep `$` and `#` as they are; no value of ours holds all three kinds. */
function quoted(value: string): string {
  if (/^[A-Za-z0-9._:/,@+-]*$/.test(value)) return value
  const mark = ["'", '`'].find((one) => !value.includes(one)) ?? '"'
  return `${mark}${value}${mark}`
}
