/** Domain separators. Everything that names a venue comes from its profile. */
import { createWords, fromHex, putBytes, putUint, utf8 } from './bytes.ts'
import { keccak } from './keccak.ts'

const EXCHANGE_TYPE = 'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)'
const AUTH_TYPE = 'EIP712Domain(string name,string version,uint256 chainId)'

type Domain = {
  readonly name: string
  readonly version: string
  readonly chainId: number
  /** Absent in the domain of the key-creation message. */
  readonly verifyingContract?: string
}

/** The 32-byte separator of a domain, with or without a verifying contract. */
export function domainSeparator(domain: Domain): Uint8Array {
  const contract = domain.verifyingContract
  const words = createWords(contract === undefined ? 4 : 5)
  putBytes(words, 0, keccak(utf8(contract === undefined ? AUTH_TYPE : EXCHANGE_TYPE)))
  putBytes(words, 1, keccak(utf8(domain.name)))
  putBytes(words, 2, keccak(utf8(domain.version)))
  putUint(words, 3, BigInt(domain.chainId))
  if (contract !== undefined) putBytes(words, 4, fromHex(contract))
  return keccak(words.bytes)
}

/** keccak256(0x1901, separator, struct hash): what is signed. */
export function typedDataDigest(separator: Uint8Array, structHash: Uint8Array): Uint8Array {
  const message = new Uint8Array(66)
  message[0] = 0x19
  message[1] = 0x01
  message.set(separator, 2)
  message.set(structHash, 34)
  return keccak(message)
}
