/** Watchlists and layouts as the page holds them (API-4). */
import { list, nullable, record, same } from '../codec/codec.ts'
import * as f from '../codec/fields.ts'

export const watchlist = record(null, {
  lists: list(record(null, { name: f.text, outcomeIds: list(f.text) })),
})

export const layout = record(null, {
  version: f.integer,
  workspaces: list(record(null, { id: f.text, name: f.text, content: same<unknown>({ kind: 'details' }) })),
  active: nullable(f.text),
})
