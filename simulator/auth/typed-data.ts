// EIP-712 hashing of what the venue's accounts sign: key creation, orders, and orders wrapped for a deposit wallet.
// Done by a library that the terminal does not use, so that one misreading cannot pass on both sides.
import * as Hash from 'ox/Hash'
import * as TypedData from 'ox/TypedData'

export type Hex = `0x${string}`

/** A domain with a contract (exchanges) or without one (key creation). */
type Domain = {
  readonly name: string
  readonly version: string
  readonly chainId: number
  readonly verifyingContract?: Hex
}

/** The signed fields of an order; `side` 0 buys, 1 sells. */
export type OrderFields = {
  readonly salt: bigint
  readonly maker: Hex
  readonly signer: Hex
  readonly tokenId: bigint
  readonly makerAmount: bigint
  readonly takerAmount: bigint
  readonly side: 0 | 1
  readonly signatureType: number
  readonly timestamp: bigint
  readonly metadata: Hex
  readonly builder: Hex
}

/** An order as it is sent: figures as text, addresses in any case. */
type SentOrder = Readonly<Record<'maker' | 'signer' | 'metadata' | 'builder', string>> &
  Readonly<Record<'tokenId' | 'makerAmount' | 'takerAmount' | 'timestamp', string>> &
  Pick<OrderFields, 'side' | 'signatureType'> & { readonly salt: string | number }

/** The signed fields of an order as it was sent. */
export function orderFieldsOf(sent: SentOrder): OrderFields {
  return {
    salt: BigInt(sent.salt),
    maker: hex(sent.maker),
    signer: hex(sent.signer),
    tokenId: BigInt(sent.tokenId),
    makerAmount: BigInt(sent.makerAmount),
    takerAmount: BigInt(sent.takerAmount),
    side: sent.side,
    signatureType: sent.signatureType,
    timestamp: BigInt(sent.timestamp),
    metadata: hex(sent.metadata),
    builder: hex(sent.builder),
  }
}

function hex(text: string): Hex {
  return `0x${text.slice(2).toLowerCase()}`
}

const ORDER_FIELDS = [
  { name: 'salt', type: 'uint256' },
  { name: 'maker', type: 'address' },
  { name: 'signer', type: 'address' },
  { name: 'tokenId', type: 'uint256' },
  { name: 'makerAmount', type: 'uint256' },
  { name: 'takerAmount', type: 'uint256' },
  { name: 'side', type: 'uint8' },
  { name: 'signatureType', type: 'uint8' },
  { name: 'timestamp', type: 'uint256' },
  { name: 'metadata', type: 'bytes32' },
  { name: 'builder', type: 'bytes32' },
] as const

const TYPES = {
  Order: ORDER_FIELDS,
  TypedDataSign: [
    { name: 'contents', type: 'Order' },
    { name: 'name', type: 'string' },
    { name: 'version', type: 'string' },
    { name: 'chainId', type: 'uint256' },
    { name: 'verifyingContract', type: 'address' },
    { name: 'salt', type: 'bytes32' },
  ],
  ClobAuth: [
    { name: 'address', type: 'address' },
    { name: 'timestamp', type: 'string' },
    { name: 'nonce', type: 'uint256' },
    { name: 'message', type: 'string' },
  ],
} as const

/** The order's type string: 186 bytes of ASCII, part of a deposit wallet's signature. */
export const ORDER_TYPE = `Order(${ORDER_FIELDS.map(({ name, type }) => `${type} ${name}`).join(',')})`

const ZERO_SALT: Hex = `0x${'00'.repeat(32)}`
const ATTESTATION = 'This message attests that I control the given wallet'

/** Hash of the domain, first half of every digest. */
export function domainSeparator(domain: Domain): Hex {
  return TypedData.domainSeparator(domain)
}

/** Hash of the order alone: the same on every exchange. */
export function orderStructHash(order: OrderFields): Hex {
  return TypedData.hashStruct({ data: order, primaryType: 'Order', types: TYPES })
}

/** Hash of an order as a deposit wallet signs it (ERC-7739): the wallet's own domain is in the message. */
export function walletStructHash(order: OrderFields, chainId: number): Hex {
  return TypedData.hashStruct({
    data: {
      contents: order,
      name: 'DepositWallet',
      version: '1',
      chainId: BigInt(chainId),
      verifyingContract: order.maker,
      salt: ZERO_SALT,
    },
    primaryType: 'TypedDataSign',
    types: TYPES,
  })
}

/** Hash of a key-creation message. */
export function attestationStructHash(address: Hex, timestamp: string, nonce: bigint): Hex {
  return TypedData.hashStruct({
    data: { address, timestamp, nonce, message: ATTESTATION },
    primaryType: 'ClobAuth',
    types: TYPES,
  })
}

/** Digest to sign: the domain and the message hashed together. An order's digest on its exchange is its id. */
export function digestOf(separator: Hex, structHash: Hex): Hex {
  return Hash.keccak256(`0x1901${separator.slice(2)}${structHash.slice(2)}`)
}
