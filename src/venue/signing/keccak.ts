/** Keccak-256 in WebAssembly; the answer is always a fresh array. */
import { createKeccak } from 'hash-wasm'

const hasher = await createKeccak(256)

export const keccak = (data: Uint8Array): Uint8Array => hasher.init().update(data).digest('binary')
