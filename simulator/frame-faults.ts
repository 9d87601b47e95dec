// Faults that change the text of one outgoing frame. What is not JSON, or lacks the field, goes out as it was.
import { jsonOf } from './answers.ts'
import { actingAt } from './faults/table.ts'
import type { FiredFault } from './faults/types.ts'

type Json = Record<string, unknown>

/** Names of the faults that this file knows. */
export const FRAME_FAULTS = actingAt('ws', 'frame')

const MEBIBYTE = 1024 * 1024

/** The text that goes out instead of `text`. */
export function bentFrame(fault: FiredFault, text: string): string {
  if (fault.name === 'ws.malformed') return `${text.slice(0, -1)},}`
  if (fault.name === 'ws.oversize') {
    return `{"event_type":"noise","filler":"${'x'.repeat(Math.min(fault.number('mib', 17), 256) * MEBIBYTE)}"}`
  }
  if (fault.name === 'ws.proto_keys') {
    return text.replace('{', '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},')
  }
  const frame = jsonOf(text)
  if (frame === undefined || frame === null) return text
  const objects = (Array.isArray(frame) ? frame : [frame]).filter(isObject)
  for (const object of objects) bendObject(fault, object)
  return JSON.stringify(frame)
}

function bendObject(fault: FiredFault, object: Json): void {
  const target = [object, ...nested(object)]
  switch (fault.name) {
    case 'ws.unknown_event':
      object['event_type'] = fault.text('event', 'something_new')
      return
    case 'ws.unknown_enum':
      setFirst(target, fault.text('field', 'status'), fault.text('value', 'SOMETHING_NEW'))
      return
    case 'ws.missing_field':
      for (const part of target) delete part[fault.text('name', 'timestamp')]
      return
    case 'ws.extra_fields':
      Object.assign(object, { new_field: { nested: [1, 'two', null] }, another: 12.5 })
      return
    case 'ws.wrong_type':
      setFirst(target, fault.text('field', 'price'), { not: 'expected' })
      return
    case 'ws.bad_number':
      setFirst(target, fault.text('field', 'price'), fault.text('text', '1e309'))
      return
    case 'ws.negative_size':
      setFirst(target, 'size', '-1')
      return
    case 'ws.huge_book':
      if (Array.isArray(object['bids'])) object['bids'] = hugeSide(fault.number('levels', 100_000))
      return
    case 'ws.locked_book':
      crossBook(object, '0.5', '0.5')
      return
    default:
      crossBook(object, '0.99', '0.01')
  }
}

/** A book, or the best prices of a change, in which the bid is at or above the ask. */
function crossBook(object: Json, bid: string, ask: string): void {
  if (Array.isArray(object['bids']) && Array.isArray(object['asks'])) {
    object['bids'] = [...(object['bids'] as unknown[]), { price: bid, size: '1' }]
    object['asks'] = [...(object['asks'] as unknown[]), { price: ask, size: '1' }]
    return
  }
  for (const part of nested(object)) {
    if ('best_bid' in part) Object.assign(part, { best_bid: bid, best_ask: ask })
  }
}

function hugeSide(levels: number): readonly Json[] {
  const count = Math.min(Math.max(0, Math.floor(levels)), 1_000_000)
  return Array.from({ length: count }, (_, index) => ({
    price: `0.${String((index % 9_999) + 1).padStart(4, '0')}`,
    size: '1',
  }))
}

/** Lists inside the frame whose entries hold the figures: levels, changes, maker orders. */
function nested(object: Json): readonly Json[] {
  return ['price_changes', 'bids', 'asks', 'maker_orders'].flatMap((key) => {
    const list = object[key]
    return Array.isArray(list) ? list.filter(isObject) : []
  })
}

function setFirst(parts: readonly Json[], field: string, value: unknown): void {
  const holder = parts.find((part) => field in part)
  if (holder !== undefined) holder[field] = value
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
