/** Compares what the program says with kept files, byte for byte: only times, generated ids and addresses are replaced. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { routes, type Operation, type WireInput } from '#contract/routes.ts'
import type { Client } from '../client.ts'
import { waitFor } from '../wait-for.ts'

const DIRECTORY = import.meta.dirname
const WIDTH = 180
const PATIENCE_MS = 40_000

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }
type Texts = Record<string, string>
type Row = { readonly [name: string]: Json }
type Message = { readonly type: 'snapshot' | 'delta'; readonly data: Json }

/** Figures that no seed decides: durations, what the clock counts, and hashes over times. */
const MEASURED = /_ms$|^(seq|book_seq|median|p95|max|counts|megabytes|subscriptions|timestamp|home|away)$/
const MEASURED_TEXT = /^(hash|previous_hash|head_hash|salt|elapsed|raw_score|period)$/
/** Figures that come with time: there or not, as the session goes. */
const LATE = /^(since|mark_1s|mark_10s|mark_1m|last_message_at|verified_at)$/
const NAMED = /^(csrf_token|token|next_cursor)$/

const OWN_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export type Golden = {
  /** Asks until the answer passes, and records it. */
  readonly rest: <Name extends Operation>(
    file: string,
    name: Name,
    input?: Partial<WireInput<Name>>,
    passes?: (body: never, status: number) => unknown,
  ) => Promise<never>
  /** Records an answer to a request that is written out. */
  readonly raw: (file: string, path: string, init: RequestInit & { readonly method: string }) => Promise<void>
  /** Subscribes, and records the snapshot. */
  readonly snapshot: (file: string, topic: string) => Promise<void>
  /** Records what a topic has said since it was last recorded, once it passes: of a list the last state of each item. */
  readonly changes: (file: string, topic: string, passes: (data: never) => unknown) => Promise<void>
  /** Passes over what a topic has said so far. */
  readonly skip: (topic: string) => void
  /** Compares all files, or writes them where RENEW_GOLDEN is set. */
  readonly compare: () => void
}

/** @param keeps  ids that follow from the seed, and stay as they are */
export async function openGolden(client: () => Client, keeps: ReadonlySet<string>): Promise<Golden> {
  const texts = new Map<string, string[]>()
  const inert = createPlaceholders(keeps)
  const topics = await openTopics(client())
  const write = (file: string, title: string, value: Json): void => {
    const lines = texts.get(file) ?? []
    texts.set(file, lines)
    lines.push(`${inert(title, '') as string}\n${printed(inert(value, ''), '')}\n`)
  }

  return {
    async rest(file, name, input = {}, passes = () => true) {
      const given = input as { readonly params?: Texts; readonly query?: Texts; readonly body?: Json }
      const { method, path } = routes[name]
      const reply = await waitFor(
        `${name} to be as expected`,
        async () => {
          const answer = await client().call(name, input)
          return passes(answer.body as never, answer.status) ? answer : null
        },
        PATIENCE_MS,
      )
      const address = path.replace(/\{(\w+)\}/g, (_, key: string) => given.params?.[key] ?? '')
      const query = given.query === undefined ? '' : `?${new URLSearchParams(given.query).toString()}`
      const sent = given.body === undefined ? '' : ` ${JSON.stringify(inert(given.body, ''))}`
      write(file, `### ${method} ${address}${query}${sent} -> ${reply.status}`, reply.body as Json)
      return reply.body as never
    },
    async raw(file, path, init) {
      const answer = await client().raw(path, init as never)
      const text = await answer.text()
      const type = answer.headers.get('content-type') ?? ''
      const isJson = type.endsWith('json')
      write(
        file,
        `### ${init.method} ${path} -> ${answer.status} ${type}`,
        isJson ? (JSON.parse(text) as Json) : text.split('\n'),
      )
    },
    async snapshot(file, topic) {
      write(file, `### ${topic} snapshot`, await topics.subscribe(topic))
    },
    async changes(file, topic, passes) {
      const data = await waitFor(
        `${topic} to have changed`,
        () => {
          const merged = topics.merged(topic)
          return merged !== null && passes(merged as never) ? merged : null
        },
        PATIENCE_MS,
      )
      topics.forget(topic)
      write(file, `### ${topic} delta`, data)
    },
    skip: topics.forget,
    compare() {
      const found = [...texts].flatMap(([file, lines]) =>
        difference(join(DIRECTORY, `${file}.txt`), lines.join('\n')),
      )
      assert.equal(found.join('\n'), '')
    },
  }
}

/** The first lines that differ from the kept file; nothing where none does, or where it is renewed. */
function difference(path: string, text: string): readonly string[] {
  if (process.env['RENEW_GOLDEN'] !== undefined) {
    mkdirSync(DIRECTORY, { recursive: true })
    writeFileSync(path, text)
    return []
  }
  const [wanted, found] = [readFileSync(path, 'utf8').split('\n'), text.split('\n')]
  const length = Math.max(wanted.length, found.length)
  const at = Array.from({ length }, (_, index) => index).find((index) => wanted[index] !== found[index])
  if (at === undefined) return []
  return [`${path}, line ${at + 1}:`, `- ${wanted[at] ?? 'nothing'}`, `+ ${found[at] ?? 'nothing'}`]
}

type Topics = {
  readonly subscribe: (topic: string) => Promise<Json>
  readonly merged: (topic: string) => Json
  readonly forget: (topic: string) => void
}

async function openTopics(client: Client): Promise<Topics> {
  const socket = new WebSocket(`${client.url.replace('http', 'ws')}/ws`, {
    headers: { cookie: client.session.cookie, origin: client.url },
  })
  const received = new Map<string, Message[]>()
  socket.on('message', (data: Buffer) => {
    const text = data.toString()
    const frame = JSON.parse(text) as Message & { readonly topic: string }
    assert.equal(JSON.stringify(frame), text, 'a frame is compact JSON')
    received.set(frame.topic, [...(received.get(frame.topic) ?? []), frame])
  })
  await once(socket, 'open')
  return {
    async subscribe(topic) {
      socket.send(JSON.stringify({ op: 'sub', topics: [topic] }))
      const first = await waitFor(
        `the snapshot of ${topic}`,
        () => received.get(topic)?.find(({ type }) => type === 'snapshot'),
        PATIENCE_MS,
      )
      received.set(topic, [])
      return first.data
    },
    merged: (topic) => mergedChange((received.get(topic) ?? []).map(({ data }) => data)),
    forget: (topic) => void received.set(topic, []),
  }
}

/** Merged changes: the last state of each item of a list, in the order of the first ones, or the last value. */
function mergedChange(changes: readonly Json[]): Json {
  const last = changes.at(-1) ?? null
  if (last === null || typeof last !== 'object' || !('upsert' in last)) return last
  const upsert = new Map<Json | undefined, Row>()
  const remove = new Set<string>()
  for (const change of changes as readonly { readonly upsert: readonly Row[]; readonly remove: string[] }[]) {
    for (const item of change.upsert) upsert.set(item['id'] ?? item['outcome_id'], item)
    for (const id of change.remove) remove.add(id)
  }
  const items = [...upsert.values()]
  // Items without an order of their own are sorted by the venue's ids, or by ours, which sort by time.
  const sorted = items.toSorted((one, other) => keyOf(one).localeCompare(keyOf(other)))
  return { ...last, upsert: sorted, remove: [...remove] }
}

function keyOf({ id, outcome_id: outcomeId }: Row): string {
  if (typeof id === 'string') return OWN_ID.test(id) ? id : ''
  return typeof outcomeId === 'string' ? outcomeId : ''
}

/** Replaces what differs between two runs; ids are counted by their first appearance. */
function createPlaceholders(keeps: ReadonlySet<string>): (value: Json, name: string) => Json {
  const known = new Map<string, string>()
  const named = (kind: string, text: string): string => {
    const found = known.get(text) ?? `<${kind} ${known.size + 1}>`
    known.set(text, found)
    return found
  }
  const inText = (text: string): string =>
    text
      .replace(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z?/g, '<time>')
      .replace(/\d\d:\d\d(:\d\d)?( UTC)/g, '<time>$2')
      .replace(/\/[\w/-]*sesame-test-\w+/g, '<directory>')
      .replace(/\b-?\d+ (ms|MiB)\b/g, '<measured> $1')
      .replace(/<measured> ms (ahead of|behind)/g, '<measured> ms off')
      .replace(/\b17724\d{8}\b/g, '<time>')
      .replace(/\b[0-9a-f]{64}\b/g, '<digest>')
      .replace(/((?:_ms|_seq|[sS]equence)""?:)\d+/g, '$1<measured>')
      .replace(/^(<time>,(?:<time>)?,)\d+,/, '$1<measured>,')
      .replace(/^\d+,(?=<time>)/, '<measured>,')
      .replace(/^[\w-]{43}$/, '<session>')
      .replace(/127\.0\.0\.1:\d+/g, '<address>')
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g, (id) =>
        named('id', id),
      )
      .replace(/0x[0-9a-f]{40,}/g, (id) => (keeps.has(id) ? id : named('hash', id)))
      .replace(/\b\d{60,}\b/g, (id) => (keeps.has(id) ? id : named('number', id)))
  const replaced = (value: Json, name: string): Json => {
    if (LATE.test(name)) return '<measured>'
    if (typeof value === 'string' && NAMED.test(name)) return `<${name}>`
    if (typeof value === 'string') return MEASURED_TEXT.test(name) ? '<measured>' : inText(value)
    if (typeof value === 'number') return MEASURED.test(name) ? '<measured>' : value > 1e12 ? '<time>' : value
    if (value === null || typeof value === 'boolean') return value
    if (Array.isArray(value)) return (value as readonly Json[]).map((one) => replaced(one, name))
    return Object.fromEntries(
      Object.entries(value as Row).map(([key, one]) => [inText(key), replaced(one, key)]),
    )
  }
  return replaced
}

/** JSON with each value on one line where it fits. */
function printed(value: Json, indent: string): string {
  const short = JSON.stringify(value)
  if (indent.length + short.length <= WIDTH || value === null || typeof value !== 'object') return short
  const within = `${indent} `
  if (Array.isArray(value))
    return `[\n${(value as readonly Json[]).map((one) => within + printed(one, within)).join(',\n')}\n${indent}]`
  const rows: string[] = []
  let row = ''
  for (const [key, one] of Object.entries(value as Row)) {
    const text = `${JSON.stringify(key)}: ${printed(one, within)}`
    if (row !== '' && (text.includes('\n') || within.length + row.length + text.length + 2 > WIDTH)) {
      rows.push(row)
      row = ''
    }
    row = row === '' ? text : `${row}, ${text}`
    if (text.includes('\n')) {
      rows.push(row)
      row = ''
    }
  }
  if (row !== '') rows.push(row)
  return `{\n${rows.map((one) => within + one).join(',\n')}\n${indent}}`
}
