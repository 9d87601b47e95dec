/** Ends an exhaustive switch: a value that arrives here is a bug, and the compiler refuses it beforehand. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`)
}
