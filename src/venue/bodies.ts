/**
 * Body of an answer, judged by its bytes and not by its content type: JSON, or words; and its writer: the delivery
 * network in front of the venue answers in its own pages and codes, known by their marks, which say nothing about the
 * venue.
 */
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Ending } from './channel.ts'
import { parseJsonInTurns } from './json-pieces.ts'
import { venueWords } from './words.ts'

export type AnswerBody = {
  /** Undefined when the body is not whole, well-formed JSON. */
  readonly json: unknown
  /** The words of a short body that is not JSON, made inert; of a page its title. Empty when there are none. */
  readonly text: string
  /** `unclear`: an empty or unreadable body, or a page without a mark, which anybody may have sent. */
  readonly source: 'venue' | 'delivery_network' | 'unclear'
}

const unzip = promisify(gunzip)
/** Bytes; longer answers are parsed in turns, so that no page of a list, however long, stops the loop. */
const LONG_BODY = 128 * 1024
/** One event with all its markets is an element of 3 MiB at the very most; a longer one never hides the rest of its page. */
const PIECES = { run: 128 * 1024, most: 4 * 1024 * 1024, passesOver: true } as const
const UNCLEAR: AnswerBody = { json: undefined, text: '', source: 'unclear' }
/** Bytes of a body that may be words. */
const MAX_WORDS = 64 * 1024
/** Marks of the delivery network's pages: their titles, the id of their log, their own paths. */
const NETWORK_MARK =
  /just a moment|attention required|checking your browser|\bray id\b|\bcf-(?:error|wrapper|ray|chl|browser)|\/cdn-cgi\/|error code:? 1\d{3}/i
/** The delivery network's short form of its pages: `error code: 1015`. */
const NETWORK_CODE = /^error code: \d{3,4}$/i

/** Reads a body of at most `capBytes`, decompressed. */
export async function readBody(
  ending: Extract<Ending, { kind: 'answered' }>,
  capBytes: number,
): Promise<AnswerBody> {
  try {
    const encoding = ending.headers['content-encoding'] ?? 'identity'
    if (encoding !== 'identity' && encoding !== 'gzip') return UNCLEAR
    const isMitigated = ending.headers['cf-mitigated'] !== undefined
    const sent = encoding === 'gzip' ? await unzip(ending.body, { maxOutputLength: capBytes }) : ending.body
    const body = withoutMark(sent)
    if (body.length <= LONG_BODY) return readShort(body.toString('utf8'), isMitigated)
    const json = await parseJsonInTurns(body, PIECES)
    return json === undefined ? UNCLEAR : { json, text: '', source: 'venue' }
  } catch {
    return UNCLEAR
  }
}

/** A byte order mark, and white space before and after it, are no part of what was sent. */
export function withoutMark(body: Buffer): Buffer {
  let from = 0
  while (isBlank(body[from])) from += 1
  if (body[from] === 0xef && body[from + 1] === 0xbb && body[from + 2] === 0xbf) from += 3
  while (isBlank(body[from])) from += 1
  return from === 0 ? body : body.subarray(from)
}

function isBlank(byte: number | undefined): boolean {
  return byte === 32 || (byte !== undefined && byte >= 9 && byte <= 13)
}

/** @param isMitigated  the delivery network says in a header that it answered itself */
function readShort(body: string, isMitigated: boolean): AnswerBody {
  const json = parseJson(body)
  if (json !== undefined) return fromJson(json)
  const text = body.trim()
  if (text === '' || text.length > MAX_WORDS || /^[[{"]/.test(text)) return UNCLEAR
  if (text.startsWith('<')) {
    const isNetworks = isMitigated || NETWORK_MARK.test(text.replaceAll(/[\s\p{Cc}]+/gu, ' '))
    return { json, text: titleOf(text), source: isNetworks ? 'delivery_network' : 'unclear' }
  }
  return { json, text: venueWords(text), source: NETWORK_CODE.test(text) ? 'delivery_network' : 'venue' }
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body) as unknown
  } catch {
    return undefined
  }
}

/** The delivery network tells a client that asks for JSON its error in JSON: a problem document with the id of its log. */
function fromJson(json: unknown): AnswerBody {
  const isNetworks =
    typeof json === 'object' && json !== null && !('error' in json) && 'ray_id' in json && 'title' in json
  if (!isNetworks) return { json, text: '', source: 'venue' }
  return { json: undefined, text: venueWords(String(json.title)), source: 'delivery_network' }
}

/** Title of an HTML page; its bare name when it has none. */
function titleOf(page: string): string {
  const lower = page.toLowerCase()
  const begin = lower.indexOf('>', lower.indexOf('<title'))
  const end = lower.indexOf('</title', begin)
  const title = lower.includes('<title') && begin >= 0 && end >= 0 ? page.slice(begin + 1, end) : ''
  return venueWords(title) || 'an HTML page'
}

/** The error text of a venue's error body; empty when there is none. */
export function errorText(json: unknown): string {
  if (typeof json !== 'object' || json === null) return ''
  const { error, errorMsg, error_msg: errorMessage } = json as Record<string, unknown>
  const text = [error, errorMsg, errorMessage].find((one) => typeof one === 'string' && one !== '')
  return typeof text === 'string' ? venueWords(text) : ''
}

/** The venue's own words, in JSON or plain; empty when there are none. */
export function ownWords({ json, text, source }: AnswerBody): string {
  return source === 'venue' && json === undefined ? text : errorText(json)
}
