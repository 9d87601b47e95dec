/** Per-topic sequence check: a delta counts only right after what came before it; anything else asks for a fresh snapshot. */
export type SequenceVerdict = 'apply' | 'resync' | 'drop'

export type Sequence = {
  /** Says what to do with a frame; asks for a resync once and then drops deltas until the snapshot. */
  readonly accept: (type: 'snapshot' | 'delta', seq: number) => SequenceVerdict
  /** True if a snapshot has arrived and nothing was missed since. */
  readonly isCurrent: () => boolean
  /** Forgets everything: the next frame that counts is a snapshot. */
  readonly reset: () => void
}

/** Builds the check for one topic on one connection. */
export function createSequence(): Sequence {
  let last: number | null = null
  let asked = true
  return {
    accept(type, seq) {
      if (type === 'snapshot') {
        last = seq
        asked = false
        return 'apply'
      }
      if (last !== null && seq === last + 1) {
        last = seq
        return 'apply'
      }
      last = null
      if (asked) return 'drop'
      asked = true
      return 'resync'
    },
    isCurrent: () => last !== null,
    reset() {
      last = null
      asked = true
    },
  }
}
