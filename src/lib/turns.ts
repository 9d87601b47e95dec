/** Tasks that run so many at a time, the others in the order in which they came. */

export type Turns = <T>(task: () => Promise<T>) => Promise<T>

/** @param most  tasks that run at once */
export function createTurns(most: number): Turns {
  const waiting: (() => void)[] = []
  let running = 0
  return async (task) => {
    if (running >= most) await new Promise<void>((resolve) => void waiting.push(resolve))
    else running += 1
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
