/** Mark of a demo's printed link: its token follows `#`, which a browser sends nowhere. */

const MARK = '#login='

/** The token in an address; null when there is none. */
export function linkToken({ hash }: Pick<Location, 'hash'>): string | null {
  return hash.startsWith(MARK) ? hash.slice(MARK.length) : null
}

/** The same, and the address loses it: what stays in the history opens nothing. */
export function takeLinkToken(view: Pick<Window, 'location' | 'history'>): string | null {
  const token = linkToken(view.location)
  if (token !== null) view.history.replaceState(null, '', view.location.pathname + view.location.search)
  return token
}
