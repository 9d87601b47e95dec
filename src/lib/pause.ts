/** Waiting on a clock. */

/** Resolves after a delay in milliseconds. */
export function pause(
  clock: { readonly after: (ms: number, run: () => void) => unknown },
  ms: number,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  clock.after(ms, () => {
    resolve(undefined)
  })
  return promise
}
