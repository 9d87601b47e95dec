/** A plain tar (POSIX ustar) of files for their owner only, which every system unpacks. */
import { Buffer } from 'node:buffer'

const TAR_BLOCK = 512
const OWNER_ONLY = 0o600
const MAGIC = 'ustar\u000000'

/** End mark: without it, the file is torn. */
export const TAR_END = Buffer.alloc(2 * TAR_BLOCK)

/**
 * One file of it, piece by piece.
 *
 * @param length  in bytes, of all parts together
 * @param changedAt  Unix milliseconds
 */
export async function* tarFile(
  name: string,
  length: number,
  parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  changedAt: number,
): AsyncGenerator<Uint8Array, void, void> {
  yield header(name, length, changedAt)
  let given = 0
  for await (const part of parts) {
    yield part
    given += part.length
  }
  if (given !== length) throw new Error(`${name} has ${given} bytes of ${length}`)
  yield Buffer.alloc(paddingOf(length))
}

/** Bytes between a file of this length and the next header. */
function paddingOf(length: number): number {
  return (TAR_BLOCK - (length % TAR_BLOCK)) % TAR_BLOCK
}

function header(name: string, length: number, changedAt: number): Buffer {
  const block = Buffer.alloc(TAR_BLOCK)
  const octal = (value: number, at: number, digits: number): void => {
    block.write(`${value.toString(8).padStart(digits, '0')}\0`, at)
  }
  block.write(name, 0)
  octal(OWNER_ONLY, 100, 7)
  octal(0, 108, 7)
  octal(0, 116, 7)
  octal(length, 124, 11)
  octal(Math.floor(changedAt / 1_000), 136, 11)
  block.write('        0', 148)
  block.write(MAGIC, 257)
  block.write(`${sumOf(block).toString(8).padStart(6, '0')}\0 `, 148)
  return block
}

/** Sum with spaces in place of the sum itself. */
function sumOf(block: Buffer): number {
  return block.reduce((all, byte, at) => all + (at >= 148 && at < 156 ? 0x20 : byte), 0)
}
