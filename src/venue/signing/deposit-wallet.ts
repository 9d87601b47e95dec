/** Signature type 3: the order wrapped for a deposit wallet. The digest's domain is the exchange's, not the wallet's. */
import { createWords, fromHex, putBytes, putUint, toHex, utf8 } from './bytes.ts'
import { keccak } from './keccak.ts'
import { ORDER_TYPE } from './order-type.ts'

const WRAPPED_TYPE = `TypedDataSign(Order contents,string name,string version,uint256 chainId,address verifyingContract,bytes32 salt)${ORDER_TYPE}`
const WALLET_NAME = 'DepositWallet'
const WALLET_VERSION = '1'
const TYPE_TAIL = toHex(utf8(ORDER_TYPE)) + ORDER_TYPE.length.toString(16).padStart(4, '0')

/** hashStruct of the wrapper around an order's hashStruct. */
export function createWalletHasher(chainId: number, wallet: string): (contents: Uint8Array) => Uint8Array {
  const words = createWords(7)
  putBytes(words, 0, keccak(utf8(WRAPPED_TYPE)))
  putBytes(words, 2, keccak(utf8(WALLET_NAME)))
  putBytes(words, 3, keccak(utf8(WALLET_VERSION)))
  putUint(words, 4, BigInt(chainId))
  putBytes(words, 5, fromHex(wallet))
  return (contents) => {
    putBytes(words, 1, contents)
    return keccak(words.bytes)
  }
}

/** The 317 bytes that the wallet's contract reads, in hex without prefix. */
export function wireSignature(inner: Uint8Array, separator: Uint8Array, contents: Uint8Array): string {
  return toHex(inner) + toHex(separator) + toHex(contents) + TYPE_TAIL
}
