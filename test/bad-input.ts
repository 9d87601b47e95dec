/** Bad input, field by field: the values that no field takes, and a check of a whole body against its table. */
import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from './client.ts'

export type Body = Readonly<Record<string, unknown>>
/** A value and the code that it gives: a problem's, or a rejection's. */
export type Case = readonly [value: unknown, code: string]
export type Table = { readonly optional?: true; readonly cases: readonly Case[] }

export const SCHEMA = 'invalid_request'
export const NOT_TEXT: readonly Case[] = [1, 0.5, true, null, [], {}, ['0.38'], ''].map((value) => [
  value,
  SCHEMA,
])
export const NOT_DECIMAL: readonly Case[] = [
  '-1',
  '+1',
  '1e-1',
  '0.50',
  '.5',
  '5.',
  '01',
  ' 5',
  '5 ',
  '0x1',
  'NaN',
  'Infinity',
  '1,5',
  '٣',
  '0.0000001',
  '9'.repeat(31),
  '9'.repeat(5_000),
].map((value) => [value, SCHEMA])
export const NOT_FLAG: readonly Case[] = ['true', 1, 0, null, [], {}].map((value) => [value, SCHEMA])
export const NOT_ID: readonly Case[] = [
  ...NOT_TEXT,
  ...['1', 'pm:', 'pm:-1', 'pm:1.5', 'pm:0x12', 'PM:1', 'pm:1 ', "pm:1' OR 1=1", `pm:${'9'.repeat(200)}`].map(
    (value): Case => [value, SCHEMA],
  ),
]
export const NOT_UUID: readonly Case[] = [
  ...NOT_TEXT,
  [crypto.randomUUID(), SCHEMA],
  [randomUUIDv7().toUpperCase(), SCHEMA],
  [`${randomUUIDv7()} `, SCHEMA],
  ['not-a-uuid', SCHEMA],
]
/** Answer of the terminal: the code of a problem or of a rejection, `ok` when it took the command. */
export async function codeOf(client: Client, path: string, body: unknown): Promise<string> {
  const answered = await client.raw(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const said = (await answered.json()) as {
    readonly code?: string
    readonly reject?: { readonly code: string } | null
    readonly result?: string
  }
  if (said.code === 'rate_limited') {
    await pause(50)
    return codeOf(client, path, body)
  }
  assert.ok(answered.status < 500, `${path} ${JSON.stringify(body).slice(0, 200)}: ${JSON.stringify(said)}`)
  return said.code ?? said.reject?.code ?? said.result ?? 'ok'
}

/** Each field of a body: missing, and each value of its table; then bodies of other shapes. */
export async function checkTable(
  client: Client,
  path: string,
  valid: () => Body,
  fields: Readonly<Record<string, Table>>,
): Promise<void> {
  const wrong: string[] = []
  const expect = async (body: Body, code: string, what: string): Promise<void> => {
    const found = await codeOf(client, path, body)
    if (found !== code) wrong.push(`${what}: ${found} instead of ${code}`)
  }
  assert.deepEqual(
    Object.keys(fields).toSorted(),
    Object.keys(valid()).toSorted(),
    'every field is in the table',
  )
  for (const [field, { cases, optional }] of Object.entries(fields)) {
    if (optional !== true) {
      const { [field]: _, ...rest } = valid()
      await expect(rest, SCHEMA, `no ${field}`)
    }
    for (const [value, code] of cases) {
      const what = `${field} ${JSON.stringify(value).slice(0, 60)}`
      await expect({ ...valid(), [field]: value }, code, what)
    }
  }
  for (const body of [{ ...valid(), extra: 1 }, [], [valid()], null, 'text', 1]) {
    await expect(body as Body, SCHEMA, JSON.stringify(body).slice(0, 60))
  }
  assert.deepEqual(wrong, [])
}
