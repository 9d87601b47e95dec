/**
 * Crash points (ORD-6): named moments at which a test stops, delays or breaks the program. Without
 * SESAME_FAULTPOINTS a point does nothing; with it, every venue address is on this host.
 */
import { writeSync } from 'node:fs'
import { err, ok, type Result } from '#lib/result.ts'

export type FaultPoint = {
  readonly name: string
  /** At which passage it acts, from 1. */
  readonly passage: number
  readonly action:
    /** `reject`: a promise that nobody waits for fails. */
    | { readonly kind: 'kill' | 'throw' | 'hold' | 'reject' }
    /** Notes when each point is passed; `every` means all names. */
    | { readonly kind: 'mark' }
    | { readonly kind: 'block'; readonly ms: number }
}

const SPEC = /^([a-z0-9_.]{1,60})(?::([1-9]\d{0,5}))?=(kill|throw|hold|reject|block\((\d{1,6})\))$/

/** All points are marked: a benchmark tells the parts of a request apart. */
const MARKS = 'every=mark'

/**
 * Reads `name[:n]=kill|throw|block(ms)|hold|reject`, several separated by commas, or `every=mark`.
 *
 * @returns the points, or the rule that the text breaks
 */
export function parseFaultPoints(text: string): Result<readonly FaultPoint[], string> {
  if (text === MARKS) return ok([{ name: 'every', passage: 1, action: { kind: 'mark' } }])
  const points: FaultPoint[] = []
  for (const part of text.split(',')) {
    const match = SPEC.exec(part.trim())
    if (match === null)
      return err('must be name[:n]=kill, throw, block(ms), hold or reject, separated by commas')
    const [, name = '', passage = '1', kind = '', ms = '0'] = match
    const action =
      kind === 'kill' || kind === 'throw' || kind === 'hold' || kind === 'reject'
        ? ({ kind } as const)
        : ({ kind: 'block', ms: Number(ms) } as const)
    points.push({ name, passage: Number(passage), action })
  }
  return ok(points)
}

/** Acts of a point on the process; given by the program, since only it may end itself. */
type FaultActions = {
  kill(): void
  /** Stops everything until the harness continues or kills the process. */
  hold(): void
  block(ms: number): void
  mark(name: string): void
}

/** The function that code calls at its named moments. */
export function createPoints(points: readonly FaultPoint[], actions: FaultActions): (name: string) => void {
  if (points.length === 0) return () => {}
  if (points[0]?.action.kind === 'mark') return (name) => actions.mark(name)
  const passages = new Map<string, number>()
  return (name) => {
    const passage = (passages.get(name) ?? 0) + 1
    passages.set(name, passage)
    for (const point of points) {
      if (point.name !== name || point.passage !== passage) continue
      if (point.action.kind === 'kill') actions.kill()
      else if (point.action.kind === 'hold') actions.hold()
      else if (point.action.kind === 'block') actions.block(point.action.ms)
      else if (point.action.kind === 'reject') void Promise.reject(new Error(`fault point ${name}`))
      else if (point.action.kind === 'throw') throw new Error(`fault point ${name}`)
    }
  }
}

/** As much as a pipe takes at once. */
const MOST_MARKS = 1_000

/** The process as the subject: SIGKILL and SIGSTOP to itself, and a wait that blocks the loop. */
export function processFaultActions(): FaultActions {
  const marks: string[] = []
  return {
    mark(name) {
      // Kept until the end, so that writing them takes no part in what they measure.
      if (marks.length === 0) process.prependOnceListener('exit', () => writeSync(2, `${marks.join('\n')}\n`))
      if (marks.length === MOST_MARKS) marks.shift()
      marks.push(`mark ${name} ${process.hrtime.bigint()}`)
    },
    kill: () => {
      process.kill(process.pid, 'SIGKILL')
      // The signal may take a moment to arrive: nothing may run past this point.
      for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000)
    },
    hold: () => {
      process.kill(process.pid, 'SIGSTOP')
    },
    block: (ms) => {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
    },
  }
}
