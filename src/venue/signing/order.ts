/** The order that is signed, its hash, and the three forms of its signature (VEN-5). */
import type { Side } from '#core/order/order.ts'
import type { Random } from '#ports/random.ts'
import { createWords, fromHex, putBytes, putUint, toHex, utf8 } from './bytes.ts'
import type { Curve } from './curve.ts'
import { createWalletHasher, wireSignature } from './deposit-wallet.ts'
import { typedDataDigest } from './domains.ts'
import { keccak } from './keccak.ts'
import { ORDER_TYPE } from './order-type.ts'

/** 32 zero bytes: metadata and builder of every order of this terminal. */
export const ZERO_WORD = `0x${'0'.repeat(64)}`

/** The signed fields. Amounts in base units; `timestamp` in milliseconds (seconds for combos). */
export type SignedFields = {
  readonly salt: bigint
  readonly maker: string
  readonly signer: string
  readonly tokenId: bigint
  readonly makerAmount: bigint
  readonly takerAmount: bigint
  readonly side: Side
  readonly signatureType: 0 | 3
  readonly timestamp: bigint
  readonly metadata: string
  readonly builder: string
}

const SALT_MASK = (1n << 53n) - 1n

/** The fields of an order of this wallet, with a salt of its own. */
export function orderFields(
  wallet: string,
  random: Random,
  terms: Pick<SignedFields, 'tokenId' | 'makerAmount' | 'takerAmount' | 'side' | 'timestamp'>,
): SignedFields {
  return {
    ...terms,
    salt: new DataView(random.bytes(8).buffer).getBigUint64(0) & SALT_MASK,
    maker: wallet,
    signer: wallet,
    signatureType: 3,
    metadata: ZERO_WORD,
    builder: ZERO_WORD,
  }
}

type OrderHasher = (order: SignedFields) => Uint8Array

/** hashStruct of orders; the words that repeat from order to order are decoded once per distinct text. */
export function createOrderHasher(): OrderHasher {
  const words = createWords(12)
  putBytes(words, 0, keccak(utf8(ORDER_TYPE)))
  const held = new Map<number, string>()

  function putText(index: number, text: string): void {
    if (held.get(index) === text) return
    putBytes(words, index, fromHex(text))
    held.set(index, text)
  }

  return (order) => {
    putUint(words, 1, order.salt)
    putText(2, order.maker)
    putText(3, order.signer)
    putUint(words, 4, order.tokenId)
    putUint(words, 5, order.makerAmount)
    putUint(words, 6, order.takerAmount)
    putUint(words, 7, order.side === 'BUY' ? 0n : 1n)
    putUint(words, 8, BigInt(order.signatureType))
    putUint(words, 9, order.timestamp)
    putText(10, order.metadata)
    putText(11, order.builder)
    return keccak(words.bytes)
  }
}

/** Signer: a plain key (type 0), a wallet's owner, or a session key of a wallet (both type 3). */
export type SignatureForm =
  | { readonly kind: 'plain' }
  | { readonly kind: 'wallet'; readonly wallet: string }
  | { readonly kind: 'session'; readonly wallet: string; readonly sessionAddress: string }

type SignedOrder = {
  /** 0x and 64 hex digits: the order's digest under the exchange's domain, the same for every form. */
  readonly orderId: string
  /** 0x and 65, 317 or 480 bytes in hex. */
  readonly signature: string
}

export type OrderSigner = (separator: Uint8Array, order: SignedFields) => SignedOrder

/** Signs orders with one key in one form; all constants are hashed here, once. */
export function createOrderSigner(parts: {
  readonly curve: Curve
  readonly chainId: number
  readonly key: Uint8Array
  readonly form: SignatureForm
}): OrderSigner {
  const { curve, key, form } = parts
  const hashOrder = createOrderHasher()
  if (form.kind === 'plain') {
    return (separator, order) => {
      const digest = typedDataDigest(separator, hashOrder(order))
      return { orderId: `0x${toHex(digest)}`, signature: `0x${toHex(curve.sign(key, digest))}` }
    }
  }
  const hashForWallet = createWalletHasher(parts.chainId, form.wallet)
  const wrap = form.kind === 'session' ? wrapForSessionKey(form.sessionAddress) : (wire: string) => wire
  return (separator, order) => {
    const contents = hashOrder(order)
    const orderId = `0x${toHex(typedDataDigest(separator, contents))}`
    const inner = curve.sign(key, typedDataDigest(separator, hashForWallet(contents)))
    return { orderId, signature: `0x${wrap(wireSignature(inner, separator, contents))}` }
  }
}

const WIRE_BYTES = 317
const SUFFIX = '6492'.repeat(16)

/**
 * Prepares the wrapping of 317-byte wire signatures by one session key: abi.encode(bytes32 address, bytes32 signer
 * kind 0, bytes wire) and the 32-byte suffix, 480 bytes in hex without prefix (VEN-5).
 */
function wrapForSessionKey(sessionAddress: string): (wireHex: string) => string {
  const word = (value: number): string => value.toString(16).padStart(64, '0')
  const head =
    sessionAddress.replace(/^0x/, '').toLowerCase().padStart(64, '0') +
    word(0) +
    word(0x60) +
    word(WIRE_BYTES)
  const tail = '000000' + SUFFIX
  return (wireHex) => head + wireHex + tail
}
