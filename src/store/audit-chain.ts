/**
 * The hash chain of the audit log: each row's hash covers the row before it and every field of its own, each field
 * with its length in front, so that no byte can move from one field to another.
 */
import { Buffer } from 'node:buffer'
import { hash } from 'node:crypto'

/** The fields under the hash, besides the previous hash. `details` is the stored JSON text. */
type ChainedFields = {
  readonly seq: number
  readonly at: number
  readonly clientOrderId: string
  readonly kind: string
  readonly action: string
  readonly details: string
}

/** The hash before the first row, made from the installation's id. */
export function genesisHash(installId: string): string {
  return hash('sha256', `sesame audit 1\n${installId}`)
}

/** SHA-256 in hex over the previous hash and the length-prefixed fields. */
export function rowHash(previousHash: string, row: ChainedFields): string {
  const { seq, at, clientOrderId, kind, action, details } = row
  return hash(
    'sha256',
    previousHash + [`${seq}`, `${at}`, clientOrderId, kind, action, details].map(lengthPrefixed).join(''),
  )
}

/**
 * The same bytes, put together by SQLite: `rowHash` equals the SHA-256 of this column. It stays a blob, since text
 * that is not valid UTF-8 would change on its way into a string.
 */
export const CHAINED_BYTES_SQL = `CAST(previous_hash || ${[
  'seq',
  'at',
  'client_order_id',
  'kind',
  'action',
  'details',
]
  .map((column) => `octet_length(${column}) || ':' || ${column} || ','`)
  .join(' || ')} AS BLOB)`

function lengthPrefixed(field: string): string {
  return `${Buffer.byteLength(field)}:${field},`
}
