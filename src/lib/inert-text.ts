/** Text of others as it may stand on a screen or in a file (INV-38). */

/** Control and format characters (zero-width, direction marks) and the two odd line separators. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** Text with every invisible or direction-turning character but line feed and tab made visible. */
export function inertText(text: string): string {
  return text.replace(INVISIBLE, (character) =>
    character === '\n' || character === '\t' ? character : '\ufffd',
  )
}
