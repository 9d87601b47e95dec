/** Text of the venue made fit for messages and logs: short, one line, nothing invisible. */
const MAX_LENGTH = 300
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu

/** The venue's own words, cut to 300 characters, control and direction characters as spaces. */
export function venueWords(text: string): string {
  const clean = text
    .slice(0, MAX_LENGTH * 2)
    .replaceAll(INVISIBLE, ' ')
    .trim()
  return clean.length > MAX_LENGTH ? `${clean.slice(0, MAX_LENGTH - 1)}…` : clean
}
