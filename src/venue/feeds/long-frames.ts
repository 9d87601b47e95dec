/**
 * Long market frames: the dump of 500 books is some megabytes, and a hostile one may have all that a frame can. A list is
 * parsed and published in turns with other work in between, a run of elements or one long element each; what follows on the
 * connection waits meanwhile (socket.ts).
 */
import { Buffer } from 'node:buffer'
import { cutJson, type PieceSizes } from '../json-pieces.ts'
import { ALL_LOST, createLosses, readElements, readMarketFrame } from './market-frames.ts'
import type { Emit, Followed, FrameVerdict } from './market-frames.ts'

/**
 * In bytes. A turn is as much as the longest frame that is read at once. The longest honest element is a full book: 9,999
 * prices on each side of at most 50 bytes, `{"price":"0.9999","size":"999999999.999999"},`.
 */
export const FRAME_PIECES: PieceSizes = { run: 64 * 1024, most: 2 * 9_999 * 50 + 1_024 }

const OPEN_LIST = '['

/**
 * Reads a frame as `readMarketFrame` does. Of a list that turns out not to be JSON the elements before that have been
 * delivered; the verdict is the same, and ends their books.
 *
 * @param nextTurn  lets other work have its turn; false when the connection is gone, and with it the rest of the frame
 * @param onPart  given the text of each part before it is read: a list of its own
 * @returns null when the rest was dropped
 */
export async function readLongFrame(
  bytes: Buffer,
  followed: Followed,
  emit: Emit,
  nextTurn: () => Promise<boolean>,
  onPart: (part: Uint8Array) => void = () => {},
  sizes: PieceSizes = FRAME_PIECES,
): Promise<FrameVerdict | null> {
  if (bytes.toString('latin1', 0, 1) !== OPEN_LIST) {
    if (bytes.length > sizes.most) return ALL_LOST
    onPart(bytes)
    return readMarketFrame(bytes.toString('utf8'), followed, emit)
  }
  const pieces = cutJson(bytes, sizes)
  const losses = createLosses()
  let cut = pieces.next()
  for (; cut.done !== true; cut = pieces.next()) {
    onPart(Buffer.from(cut.value.text))
    if (!readElements(cut.value.elements, followed, emit, losses)) return ALL_LOST
    if (!(await nextTurn())) return null
  }
  return cut.value === undefined ? ALL_LOST : losses.verdict()
}
