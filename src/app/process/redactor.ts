/**
 * Takes secrets out of text by their value, in every form in which one could get into a line: raw, hex, base64,
 * URL-encoded, JSON-escaped. It works at the sink, so that no caller can forget it.
 */
import { Buffer } from 'node:buffer'

export const REDACTED = '[redacted]'
const SHORTEST = 6
/** Tokens of programs: known by their form, for only hashes of them are kept. */
const TOKEN = String.raw`sesame_[\w-]{43}`

/** A redactor without any secret yet. */
export function createRedactor() {
  const forms = new Set<string>()
  let pattern = new RegExp(TOKEN, 'g')

  return {
    /** Registers a secret; texts under 6 characters are ignored, since they would redact ordinary words. */
    add: (secret: string | Uint8Array): void => {
      for (const form of formsOf(secret)) if (form.length >= SHORTEST) forms.add(form)
      const longestFirst = [...forms].toSorted((a, b) => b.length - a.length)
      pattern = new RegExp([TOKEN, ...longestFirst.map(escapeForPattern)].join('|'), 'g')
    },
    redact: (text: string): string => text.replace(pattern, REDACTED),
  }
}

export type Redactor = ReturnType<typeof createRedactor>

function formsOf(secret: string | Uint8Array): readonly string[] {
  if (typeof secret !== 'string') return bytesForms(secret)
  const escaped = escapeForJson(secret)
  // A line of JSON may carry JSON as text: escaped twice.
  const texts = [secret, escaped, escapeForJson(escaped), encodeURIComponent(secret), encodeURI(secret)]
  return [...texts, ...bytesForms(Buffer.from(secret)), ...meant(secret).flatMap(bytesForms)]
}

/** The bytes that a secret's text encodes, so that their other encodings are redacted too. */
function meant(secret: string): readonly Uint8Array[] {
  const digits = secret.replace(/^0x/i, '')
  if (/^([0-9a-f]{2})+$/i.test(digits)) return [Buffer.from(digits, 'hex')]
  if (/^[A-Za-z0-9+/_-]{16,}={0,2}$/.test(secret)) {
    return [Buffer.from(secret.replaceAll('-', '+').replaceAll('_', '/'), 'base64')]
  }
  return []
}

function bytesForms(secret: Uint8Array): readonly string[] {
  const bytes = Buffer.from(secret)
  const hex = bytes.toString('hex')
  const base64 = bytes.toString('base64').replaceAll('=', '')
  // Without padding each form is also found inside its padded spelling.
  return [
    hex,
    hex.toUpperCase(),
    base64,
    base64.replaceAll('+', '-').replaceAll('/', '_'),
    encodeURIComponent(base64),
  ]
}

function escapeForJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

function escapeForPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
}
