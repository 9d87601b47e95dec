/** Keccak-256 in WebAssembly. Synchronous once created; the answer is always a fresh array. */
import { createKeccak as instantiateKeccak } from 'hash-wasm'

export type Keccak = (data: Uint8Array) => Uint8Array

/** Compiles the hash once; the function that it resolves to does no I/O. */
export async function createKeccak(): Promise<Keccak> {
  const hasher = await instantiateKeccak(256)
  return (data) => hasher.init().update(data).digest('binary')
}
