/** Pages of lists, and whether they are current. */
import { list, nullable, record, says, type AnyCodec, type RecordCodec } from '../codec/codec.ts'
import { flag, optionalInstant, text } from '../codec/fields.ts'

/** Currency of own orders, fills and cash. */
export const ownState = {
  complete: says(flag, 'False: it is what was known at `as_of`, and may be old'),
  problem: says(nullable(text), 'Why it is not complete'),
  asOf: says(optionalInstant, 'When own orders were last read whole'),
}

/** A page of a list, with its state. */
export function page<Item extends AnyCodec, F extends Readonly<Record<string, AnyCodec>>>(
  id: string | null,
  item: Item,
  beside: F,
): RecordCodec<
  {
    items: ReturnType<typeof list<Parameters<Item['encode']>[0], ReturnType<Item['encode']>>>
    nextCursor: typeof cursor
  } & F
> {
  return record(id, { items: says(list(item), 'One page'), nextCursor: cursor, ...beside }) as never
}

const cursor = says(nullable(text), 'Send it as `cursor` for the next page; null on the last one')
