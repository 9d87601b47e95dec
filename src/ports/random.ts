/** Randomness as an argument. */
export interface Random {
  bytes(length: number): Uint8Array
  /** A fresh lower-case UUIDv7. */
  uuidV7(): string
}
