/** Tools of the benchmarks: repeatable randomness, robust middles, and a watch on the event loop. */
import { setTimeout as pause } from 'node:timers/promises'

const LOOK_MS = 1

/** A repeatable stream of numbers below 1. */
export function createDice(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** The value below which the given share of the values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** Times in milliseconds as one line. */
export function figures(values: readonly number[]): string {
  const at = (share: number): string => percentile(values, share).toFixed(2)
  return `p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)} ms`
}

/** The middle value. */
export function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}

/**
 * Looks around as often as the loop lets it. A gap between two looks is a stop, but not longer than what this thread
 * worked in it: the rest was other programs on the machine.
 */
export function watchLoop(): { end(): { readonly stops: readonly number[]; readonly peak: number } } {
  const stops: number[] = [0]
  let peak = 0
  let ended = false
  const look = async (): Promise<void> => {
    let last = performance.now()
    let worked = process.threadCpuUsage()
    for (;;) {
      await pause(LOOK_MS)
      if (ended) return
      const { user, system } = process.threadCpuUsage(worked)
      const now = performance.now()
      stops.push(Math.min(now - last, (user + system) / 1000))
      last = now
      worked = process.threadCpuUsage()
      peak = Math.max(peak, process.memoryUsage.rss())
    }
  }
  void look()
  return {
    end() {
      ended = true
      return { stops, peak }
    },
  }
}

/** A short form, which shows that a benchmark still runs: `--quick`. */
export const isQuick = process.argv.includes('--quick')

/** Prints a ratio of two figures of one run, by which `bench/run.ts --check` knows a regression. */
export function printRatio(name: string, value: number): void {
  console.log(`ratio ${name} ${value.toFixed(3)}`)
}
