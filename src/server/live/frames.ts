/**
 * Data frames as bytes. What all tabs have in common is encoded once; a tab's round of frames is one piece of memory and
 * one write, which costs a fraction of a call per frame.
 */

/** The part of one topic's change that all tabs share; each tab only adds its own number. */
export type Change = { readonly topic: string; readonly bytes: Buffer }

export type NumberedChange = { readonly change: Change; readonly seq: number }

const TEXT_FRAME = 0x81
const SMALL = 126
const MEDIUM = 65_536

/** @param data  JSON text */
export function changeOf(topic: string, type: 'snapshot' | 'delta', data: string): Change {
  const text = `{"topic":${JSON.stringify(topic)},"type":"${type}","data":${data},"seq":`
  return { topic, bytes: Buffer.from(text) }
}

/** Unmasked, unfragmented, uncompressed text frames (RFC 6455, section 5.2), one after the other. */
export function framesOf(changes: readonly NumberedChange[]): Buffer {
  const tails = changes.map(({ seq }) => `${seq}}`)
  let length = 0
  for (const [at, { change }] of changes.entries()) {
    const payload = change.bytes.length + (tails[at]?.length ?? 0)
    length += headerLength(payload) + payload
  }
  const frames = Buffer.allocUnsafeSlow(length)
  let offset = 0
  for (const [at, { change }] of changes.entries()) {
    const tail = tails[at] ?? ''
    offset = writeHeader(frames, offset, change.bytes.length + tail.length)
    frames.set(change.bytes, offset)
    offset += change.bytes.length
    offset += frames.write(tail, offset, 'latin1')
  }
  return frames
}

function headerLength(payload: number): number {
  if (payload < SMALL) return 2
  return payload < MEDIUM ? 4 : 10
}

function writeHeader(frames: Buffer, offset: number, payload: number): number {
  frames[offset] = TEXT_FRAME
  if (payload < SMALL) {
    frames[offset + 1] = payload
    return offset + 2
  }
  if (payload < MEDIUM) {
    frames[offset + 1] = SMALL
    return frames.writeUInt16BE(payload, offset + 2)
  }
  frames[offset + 1] = SMALL + 1
  return frames.writeBigUInt64BE(BigInt(payload), offset + 2)
}
