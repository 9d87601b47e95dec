/** The files of a recording: one for each segment, named by the instant of its begin, read block by block. */
import { Buffer } from 'node:buffer'
import { open, readdir, stat, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { Instant } from '#core/market/market.ts'
import { isMissing } from '../private-files.ts'
import { HEAD_BYTES, isSound, readHead, type BlockHead, type ReadHead } from './block.ts'

/** In the data directory. */
export const RECORDING_DIRECTORY = 'recording'

const WINDOW_BYTES = 64 * 1024

const NAME = /^([0-9]{13})\.rec$/

export type Segment = { readonly name: string; readonly from: Instant; readonly bytes: number }

/** The file of a segment that begins at the instant. */
export function segmentName(from: Instant): string {
  return `${String(from).padStart(13, '0')}.rec`
}

/** Oldest first; none where the directory is not there. */
export async function listSegments(directory: string): Promise<readonly Segment[]> {
  const names = await readdir(directory).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  const found = await Promise.all(names.map((name) => segmentOf(directory, name)))
  return found.filter((segment) => segment !== null).toSorted((a, b) => a.from - b.from)
}

async function segmentOf(directory: string, name: string): Promise<Segment | null> {
  const [, from] = NAME.exec(name) ?? []
  if (from === undefined) return null
  const found = await stat(join(directory, name)).catch(() => null)
  return found === null ? null : { name, from: Number(from), bytes: found.size }
}

export type Block = {
  readonly head: BlockHead
  /** Where it ends in its file. */
  readonly end: number
  /** Compressed. */
  payload(): Promise<Buffer | null>
}

/**
 * The blocks of a segment up to its end or to where it is torn; none where the file has gone. A payload is null where it is
 * not what was written.
 */
export async function* readBlocks(path: string): AsyncGenerator<Block, void, void> {
  const file = await open(path).catch((error: unknown) => {
    if (isMissing(error)) return null
    throw error
  })
  if (file === null) return
  const read = createWindow(file)
  try {
    for (let at = 0; ;) {
      const head = readHead(await read(at, HEAD_BYTES))
      if (!head.ok) return
      const start = at + HEAD_BYTES
      at = start + head.value.compressed
      yield { head: head.value, end: at, payload: () => readPayload(file, read, start, head.value) }
    }
  } finally {
    await file.close()
  }
}

type Read = (at: number, length: number) => Promise<Buffer>

/** Blocks are small, and a day has a hundred thousand: their heads come out of one read of the file for many. */
function createWindow(file: FileHandle): Read {
  let start = 0
  let bytes: Buffer = Buffer.alloc(0)
  return async (at, length) => {
    if (at < start || at + length > start + bytes.length) {
      bytes = await readBytes(file, at, Math.max(length, WINDOW_BYTES))
      start = at
    }
    return bytes.subarray(at - start, at - start + length)
  }
}

async function readPayload(
  file: FileHandle,
  read: Read,
  start: number,
  head: ReadHead,
): Promise<Buffer | null> {
  const { compressed: length } = head
  // Before there is room for it in memory.
  if (start + length > (await file.stat()).size) return null
  const payload = await read(start, length)
  return payload.length === length && isSound(head, payload) ? payload : null
}

/** As many as there are, where fewer are left. */
async function readBytes(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length)
  let read = 0
  while (read < length) {
    const { bytesRead } = await file.read(bytes, read, length - read, at + read)
    if (bytesRead === 0) break
    read += bytesRead
  }
  return bytes.subarray(0, read)
}

/** Where the last whole block of a segment ends: what lies behind it was torn off. */
export async function soundLength(path: string): Promise<number> {
  let length = 0
  for await (const block of readBlocks(path)) {
    if ((await block.payload()) === null) break
    length = block.end
  }
  return length
}
