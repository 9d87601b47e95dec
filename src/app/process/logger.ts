/** The log: one line per event on one stream, as JSON or as text, with every registered secret taken out. */
import type { Log, LogFields } from '#ports/log.ts'
import type { Redactor } from './redactor.ts'

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'
export type LogFormat = 'json' | 'text'

const RANK: Record<LogLevel, number> = { debug: 0, info: 1, warn: 2, error: 3 }

/**
 * @param write  takes one finished line, newline included
 * @param now  wall clock, milliseconds since the epoch
 */
export function createLogger(options: {
  readonly level: LogLevel
  readonly format: LogFormat
  readonly redactor: Redactor
  readonly write: (line: string) => void
  readonly now: () => number
}): Log {
  const lowest = RANK[options.level]
  const format = options.format === 'json' ? jsonLine : textLine

  function emit(level: LogLevel, event: string, fields: LogFields = {}): void {
    if (RANK[level] < lowest) return
    const time = new Date(options.now()).toISOString()
    options.write(`${options.redactor.redact(format(time, level, event, fields))}\n`)
  }

  return {
    debug: (event, fields) => emit('debug', event, fields),
    info: (event, fields) => emit('info', event, fields),
    warn: (event, fields) => emit('warn', event, fields),
    error: (event, fields) => emit('error', event, fields),
  }
}

function jsonLine(time: string, level: LogLevel, event: string, fields: LogFields): string {
  return visible(JSON.stringify({ time, level, event, ...fields }))
}

function textLine(time: string, level: LogLevel, event: string, fields: LogFields): string {
  const parts = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${plain(value) ? String(value) : JSON.stringify(value)}`)
  return visible([time.slice(11, 23), level.toUpperCase().padEnd(5), event, ...parts].join(' '))
}

function plain(value: LogFields[string]): boolean {
  return typeof value !== 'object' && /^[\w:./+-]*$/.test(String(value))
}

/** Control, direction and zero-width characters become escapes: no venue text can forge a line or recolour a terminal. */
function visible(line: string): string {
  return line.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) =>
    Array.from({ length: character.length }, (_, index) => {
      const unit = character.charCodeAt(index).toString(16)
      return `\\u${unit.padStart(4, '0')}`
    }).join(''),
  )
}
