/**
 * The last known catalog as lines of JSON in a file of its own: a start without the venue can search. It is a copy,
 * so a file that cannot be read counts as none; writing goes through a second file and never stops the program long. One
 * that is too long is neither kept nor read (INV-52).
 */
import { Buffer } from 'node:buffer'
import { createReadStream, renameSync, rmSync } from 'node:fs'
import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { wordsOf } from '#lib/result.ts'
import type { League, MarketEvent, Tag, Team } from '#core/market/market.ts'
import type { Log } from '#ports/log.ts'
import type { CatalogCopy, CatalogStore } from '#ports/stores.ts'
import { taggedJson } from './json.ts'

const JSON_OF_CATALOG = taggedJson('$n')
const FILE = 'catalog.ndjson'
const FORMAT = 1
/** Few: an event may have a hundred markets. */
const LINES_PER_TURN = 15
/** The catalog's bound in memory is less, written out. */
const MAX_BYTES = 512 * 1024 * 1024

type StoredCatalog = CatalogStore & {
  /** Resolves once what was saved is on disk. */
  settled(): Promise<void>
}

/** The copy in the given directory. A save that comes while one is running replaces the one that waits. */
export function createCatalogStore(options: {
  readonly directory: string
  readonly log: Log
  readonly mostBytes?: number
}): StoredCatalog {
  const { mostBytes = MAX_BYTES } = options
  const path = join(options.directory, FILE)
  let waiting: CatalogCopy | null = null
  let running: Promise<void> | null = null

  async function drain(): Promise<void> {
    for (let copy = waiting; copy !== null; copy = waiting) {
      waiting = null
      await write(path, copy, mostBytes).catch((error: unknown) => {
        options.log.warn('catalog.save_failed', { error: wordsOf(error) })
      })
    }
    running = null
  }

  return {
    load: () => load(path, mostBytes),
    save: (copy) => {
      waiting = copy
      running ??= drain()
    },
    settled: async () => {
      await running
    },
  }
}

async function write(path: string, copy: CatalogCopy, mostBytes: number): Promise<void> {
  const temporary = `${path}.new`
  try {
    await writeFile(temporary, linesOf(copy, mostBytes), { mode: 0o600 })
    renameSync(temporary, path)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}

/** Each is written in a turn of its own. */
function* linesOf(copy: CatalogCopy, mostBytes: number): Generator<string> {
  const { events, ...rest } = copy
  let bytes = 0
  for (const value of [{ format: FORMAT, ...rest, events: events.length }, ...events]) {
    const line = `${JSON_OF_CATALOG.write(value)}\n`
    bytes += Buffer.byteLength(line)
    if (bytes > mostBytes) throw new Error(`more than ${mostBytes} bytes`)
    yield line
  }
}

type Header = {
  readonly format: number
  readonly savedAt: number
  readonly tags: readonly Tag[]
  readonly teams: readonly Team[]
  readonly leagues: readonly League[]
  readonly events: number
}

async function load(path: string, mostBytes: number): Promise<CatalogCopy | null> {
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  )
  if (size > mostBytes) return null
  const input = createReadStream(path, 'utf8')
  let header: Header | null = null
  const events: MarketEvent[] = []
  try {
    for await (const text of createInterface({ input, crlfDelay: Infinity })) {
      if (header === null) {
        header = JSON.parse(text) as Header
        if (header.format !== FORMAT) return null
        continue
      }
      events.push(JSON_OF_CATALOG.read(text) as MarketEvent)
      if (events.length % LINES_PER_TURN === 0) await nextTurn()
    }
  } catch {
    return null
  } finally {
    input.destroy()
  }
  if (header === null || events.length !== header.events) return null
  const { savedAt, tags, teams, leagues } = header
  return { savedAt, tags, teams, leagues, events }
}
