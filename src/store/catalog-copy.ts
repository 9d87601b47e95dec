/**
 * The last known catalog as lines of JSON in a file of its own: a start without the venue can search. It is a copy,
 * so a file that cannot be read counts as none; writing goes through a second file and never stops the program long. One
 * that is too long is neither kept nor read (INV-52).
 */
import { createReadStream, renameSync, rmSync } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setImmediate as nextTurn } from 'node:timers/promises'
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
        options.log.warn('catalog.save_failed', { error: error instanceof Error ? error.message : 'unknown' })
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
  const file = await open(temporary, 'w', 0o600)
  try {
    let lines: string[] = []
    let written = 0
    for (const line of linesOf(copy)) {
      lines.push(line)
      if (lines.length < LINES_PER_TURN) continue
      written += (await file.write(lines.join(''))).bytesWritten
      if (written > mostBytes) throw new Error(`more than ${mostBytes} bytes`)
      lines = []
      await nextTurn()
    }
    await file.write(lines.join(''))
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  } finally {
    await file.close()
  }
  renameSync(temporary, path)
}

function* linesOf(copy: CatalogCopy): Generator<string> {
  const { savedAt, tags, teams, leagues, events } = copy
  yield line({ format: FORMAT, savedAt, tags, teams, leagues, events: events.length })
  for (const event of events) yield line(event)
}

function line(value: unknown): string {
  return `${JSON_OF_CATALOG.write(value)}\n`
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
