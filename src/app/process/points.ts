/**
 * Crash points (ORD-6): named moments at which a test stops or breaks the program. Without
 * SESAME_FAULTPOINTS a point does nothing; with it, every venue address is on this host.
 */
import { writeSync } from 'node:fs'
import { err, ok, type Result } from '#lib/result.ts'

export type FaultPoint = {
  readonly name: string
  /** At which passage it acts, from 1. */
  readonly passage: number
  /** `reject`: a promise that nobody waits for fails. `mark`: notes when each point is passed; `every` means all names. */
  readonly action: 'kill' | 'reject' | 'mark'
}

const SPEC = /^([a-z0-9_.]{1,60})(?::([1-9]\d{0,5}))?=(kill|reject)$/

/** All points are marked: a benchmark tells the parts of a request apart. */
const MARKS = 'every=mark'

/**
 * Reads `name[:n]=kill|reject`, several separated by commas, or `every=mark`.
 *
 * @returns the points, or the rule that the text breaks
 */
export function parseFaultPoints(text: string): Result<readonly FaultPoint[], string> {
  if (text === MARKS) return ok([{ name: 'every', passage: 1, action: 'mark' }])
  const points: FaultPoint[] = []
  for (const part of text.split(',')) {
    const match = SPEC.exec(part.trim())
    if (match === null) return err('must be name[:n]=kill or reject, separated by commas')
    const [, name = '', passage = '1', action] = match
    points.push({ name, passage: Number(passage), action: action === 'kill' ? 'kill' : 'reject' })
  }
  return ok(points)
}

/** The function that code calls at its named moments. */
export function createPoints(
  points: readonly FaultPoint[],
  actions = { kill, mark: createMarks() },
): (name: string) => void {
  if (points.length === 0) return () => {}
  if (points[0]?.action === 'mark') return actions.mark
  const passages = new Map<string, number>()
  return (name) => {
    const passage = (passages.get(name) ?? 0) + 1
    passages.set(name, passage)
    for (const point of points) {
      if (point.name !== name || point.passage !== passage) continue
      if (point.action === 'kill') actions.kill()
      else void Promise.reject(new Error(`fault point ${name}`))
    }
  }
}

function kill(): void {
  process.kill(process.pid, 'SIGKILL')
  // The signal may take a moment to arrive: nothing may run past this point.
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000)
}

/** As much as a pipe takes at once. */
const MOST_MARKS = 1_000

/** Kept until the end, so that writing them takes no part in what they measure. */
function createMarks(): (name: string) => void {
  const marks: string[] = []
  return (name) => {
    if (marks.length === 0) process.prependOnceListener('exit', () => writeSync(2, `${marks.join('\n')}\n`))
    if (marks.length === MOST_MARKS) marks.shift()
    marks.push(`mark ${name} ${process.hrtime.bigint()}`)
  }
}
