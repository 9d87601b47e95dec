/** Progress of a walk over pages: one that does not come forward would go on for ever (INV-86). */

type WalkProgress = {
  /**
   * Notes a page that has another behind it.
   *
   * @param keys  what distinguishes the rows of the page
   * @returns why the walk ends here as incomplete; null when it goes on
   */
  page(keys: Iterable<string>, nextCursor: string): string | null
}

/** Nothing has been read yet. */
export function createWalkProgress(): WalkProgress {
  const cursors = new Set<string>()
  const rows = new Set<string>()
  return {
    page(keys, nextCursor) {
      const before = rows.size
      for (const key of keys) rows.add(key)
      if (cursors.has(nextCursor)) return 'paging does not end: a repeated cursor'
      cursors.add(nextCursor)
      return rows.size === before ? 'paging does not end: a page without a row that is new' : null
    },
  }
}
