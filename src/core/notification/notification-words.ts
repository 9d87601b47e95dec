/** The words of a notification, folded so that a search finds them however they are written. */

/** Lower-case words without accents, in the order of the text. */
export function foldWords(text: string): readonly string[] {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
}
