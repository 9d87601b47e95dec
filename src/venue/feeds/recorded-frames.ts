/** Frames of the market channel out of a recording, read by what reads them from the socket: a replay shows what the live run made of them. */
import type { OutcomeId } from '#core/ids.ts'
import type { MarketFeedEvent } from '#ports/venue-feeds.ts'
import { readMarketBytes } from './market-scan.ts'

/** Reads one frame. What it loses, where it cannot be read, is recorded beside it and not reported again. */
export function readRecordedFrame(
  bytes: Uint8Array,
  followed: ReadonlyMap<string, { readonly outcomeId: OutcomeId }>,
  emit: (event: MarketFeedEvent) => void,
): void {
  readMarketBytes(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), followed, emit)
}
