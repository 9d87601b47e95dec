/** Words of venue text as the search knows them: folded, bounded, split in one linear pass. */

const MAX_TEXT = 400
/** Letters of a word beyond these are ignored. */
export const MAX_WORD = 32

/** Letters that decomposition leaves whole. */
const WHOLE_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
}

const COMBINING_MARK = /\p{M}/u
const WORD_LETTER = /[\p{L}\p{N}]/u
const APOSTROPHE = /['’ʼ]/u

/**
 * Lower-case words without diacritics. Apostrophes join (`O'Neil` gives `oneil`), everything else that is neither
 * letter nor digit separates. Text beyond 400 characters and letters beyond 32 of a word are ignored.
 */
export function wordsOf(text: string): string[] {
  const words: string[] = []
  let word = ''
  for (const character of text.slice(0, MAX_TEXT).toLowerCase().normalize('NFKD')) {
    if (isWordCharacter(character)) {
      word += WHOLE_LETTERS[character] ?? character
    } else if (!isJoining(character) && word !== '') {
      words.push(word.slice(0, MAX_WORD))
      word = ''
    }
  }
  if (word !== '') words.push(word.slice(0, MAX_WORD))
  return words
}

function isWordCharacter(character: string): boolean {
  const code = character.charCodeAt(0)
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 48 && code <= 57)
  return WORD_LETTER.test(character) && !COMBINING_MARK.test(character)
}

function isJoining(character: string): boolean {
  return (
    character === "'" ||
    (character.charCodeAt(0) > 127 && (COMBINING_MARK.test(character) || APOSTROPHE.test(character)))
  )
}
