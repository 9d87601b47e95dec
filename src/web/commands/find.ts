/** Finding a command, a key or a market by what is typed. */

/** The words of a text in small letters. */
export function wordsOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[\s:;,]+/)
    .filter((word) => word !== '')
}

/** True if every typed word begins a word of the text. */
export function isFound(text: string, typed: string): boolean {
  const there = wordsOf(text)
  return wordsOf(typed).every((word) => there.some((one) => one.startsWith(word)))
}
