/** Unknown words of the venue: each is logged once, at most twenty of a kind. */
import type { Log } from '#ports/log.ts'
import { venueWords } from './words.ts'

const MOST = 20

/** Tells of a new word the first time that it is met. */
export function createNewWords(log: Log, event: string): (word: string) => void {
  const logged = new Set<string>()
  return (word) => {
    if (logged.size >= MOST || logged.has(word)) return
    logged.add(word)
    log.warn(event, { word: venueWords(word) })
  }
}
