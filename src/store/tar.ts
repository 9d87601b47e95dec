/** A plain tar (POSIX ustar) of files for their owner only, which every system unpacks. */
import { Buffer } from 'node:buffer'
import type { FileHandle } from 'node:fs/promises'

const BLOCK = 512
const OWNER_ONLY = 0o600

export type TarWriter = {
  /** @param length  in bytes, of all parts together */
  add(name: string, length: number, parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void>
  /** Two blocks of zeros: without them it is torn. */
  end(): Promise<void>
}

/** @param changedAt  Unix milliseconds, of every file in it */
export function createTarWriter(file: Pick<FileHandle, 'appendFile'>, changedAt: number): TarWriter {
  return {
    async add(name, length, parts) {
      await file.appendFile(header(name, length, changedAt))
      let written = 0
      for await (const part of parts) {
        await file.appendFile(part)
        written += part.length
      }
      if (written !== length) throw new Error(`${name} has ${written} bytes of ${length}`)
      await file.appendFile(Buffer.alloc((BLOCK - (length % BLOCK)) % BLOCK))
    },
    end: () => file.appendFile(Buffer.alloc(2 * BLOCK)),
  }
}

function header(name: string, length: number, changedAt: number): Buffer {
  const block = Buffer.alloc(BLOCK)
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
  block.write('ustar\u000000', 257)
  const sum = block.reduce((all, byte) => all + byte, 0)
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return block
}
