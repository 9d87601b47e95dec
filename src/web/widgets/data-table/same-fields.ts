/** When a row says the same as before. */

/** Whether both have the same fields with the same values; lists and records in them count by what they are, not by what they hold. */
export function haveSameFields(a: object, b: object): boolean {
  if (a === b) return true
  const others = new Map(Object.entries(b))
  const own = Object.entries(a)
  return (
    own.length === others.size &&
    own.every(([name, value]) => others.has(name) && Object.is(value, others.get(name)))
  )
}
