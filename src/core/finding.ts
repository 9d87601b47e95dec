/** What one check of the `doctor` found. */
export type Finding = {
  /** What was looked at: `clock`, `market channel`, or the name of a setting. */
  readonly check: string
  /** `fail`: the terminal cannot start or may not trade like this. `warn`: it can, and somebody should look. */
  readonly state: 'ok' | 'warn' | 'fail'
  /** What was found, in words without secrets. */
  readonly found: string
  /** What to do about it; null when all is well. */
  readonly cure: string | null
}

/** Nothing to do. */
export function wellFinding(check: string, found: string): Finding {
  return { check, state: 'ok', found, cure: null }
}

/** Something to do. */
export function illFinding(check: string, state: 'warn' | 'fail', found: string, cure: string): Finding {
  return { check, state, found, cure }
}
