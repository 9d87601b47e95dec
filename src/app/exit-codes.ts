/** Exit codes of `sesame`. */
export const EXIT = {
  ok: 0,
  /** Refused: bad settings, port in use, unusable data directory, broken audit log. */
  refused: 1,
  /** The command line itself is wrong. */
  usage: 2,
  /** The data directory is in use by a different process. */
  locked: 3,
  /** Stopped, but the Cancel All of the stop was not confirmed: orders may rest at the venue. */
  cancelUnconfirmed: 4,
  /** The audit log holds together, but not everything could be checked: the SESSION_SECRET is not at hand. */
  unproven: 4,
  /** A bug: the program stopped itself. */
  crashed: 70,
} as const
