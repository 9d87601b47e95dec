/** Result of one check of the `doctor`. */
export type Finding = {
  /** Subject of the check: `clock`, `market channel`, or the name of a setting. */
  readonly check: string
  /** `fail`: the terminal cannot start or may not trade like this. `warn`: it can, but needs attention. */
  readonly state: 'ok' | 'warn' | 'fail'
  /** Result in words, without secrets. */
  readonly found: string
  /** Remedy; null when all is well. */
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
