/** JSON with whole numbers of any length, which it has not itself: as text that ends in `n`. */

export function writeWhole(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? `${one}n` : one))
}

export function readWhole(text: string): unknown {
  return JSON.parse(text, (_, one: unknown) =>
    typeof one === 'string' && /^-?\d{1,80}n$/.test(one) ? BigInt(one.slice(0, -1)) : one,
  )
}
