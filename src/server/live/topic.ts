/** One open topic; data is JSON text. */
export type Topic = {
  /** Null while what it tells of is not known yet. */
  snapshot(): string | null
  /** The change since the last call, or since opening; null when there is none. */
  advance(): string | null
  close(): void
}
