/** Reads the copied test vectors. Only tests use it. */
import { readFileSync } from 'node:fs'
import type { Side, TimeInForce } from '#core/order/order.ts'
import { createCurve, type Curve } from '../signing/curve.ts'
import type { SignatureForm, SignedFields } from '../signing/order.ts'

export type VectorOrder = {
  readonly salt: string
  readonly maker: string
  readonly signer: string
  readonly tokenId: string
  readonly makerAmount: string
  readonly takerAmount: string
  readonly side: Side
  readonly signatureType: 0 | 3
  readonly timestamp: string
  readonly expiration?: string
  readonly metadata: string
  readonly builder: string
}

export type VectorCase = {
  readonly id: string
  readonly mode: 'eoa' | 'owner' | 'session'
  readonly privateKey: string
  readonly domain: {
    readonly name: string
    readonly version: string
    readonly chainId: number
    readonly verifyingContract: string
  }
  readonly order: VectorOrder
  readonly input: {
    readonly tick: string
    readonly price: string
    readonly size: string
    readonly orderType: TimeInForce
    readonly postOnly: boolean
    readonly expiration: string
  }
  readonly domainSeparator: string
  readonly hashStruct: string
  readonly digest: string
  readonly typedDataSign?: { readonly hashStruct: string; readonly digest: string }
  readonly innerSignature?: string
  readonly erc7739Signature?: string
  readonly signature: string
  readonly orderId: string
  readonly postBody: string
  readonly sameSignatureAs?: string
  readonly sameHashStructAs?: string
}

type VectorProfile = {
  readonly name: string
  readonly chainId: number
  readonly exchanges: Readonly<
    Record<
      string,
      { readonly version: string; readonly verifyingContract: string; readonly domainSeparator: string }
    >
  >
}

export type OrderVectors = {
  readonly constants: { readonly orderTypeString: string; readonly orderTypeLength: number }
  readonly profiles: Readonly<Record<string, VectorProfile>>
  readonly keys: readonly { readonly id: string; readonly privateKey: string; readonly address: string }[]
  readonly wallets: readonly {
    readonly address: string
    readonly ownerKey: string
    readonly authorisedSessionKeys: readonly string[]
  }[]
  readonly cases: readonly VectorCase[]
  readonly invalid: readonly {
    readonly id: string
    readonly why: string
    readonly profile: string
    readonly exchange: string
    readonly order: VectorOrder
    readonly signature: string
  }[]
}

/** One vector file, by name. */
export function readVectors(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../../../test/vectors/${name}.json`, import.meta.url), 'utf8'))
}

/** The order of a vector in our own form. */
export function fieldsOf(order: VectorOrder): SignedFields {
  return {
    salt: BigInt(order.salt),
    maker: order.maker,
    signer: order.signer,
    tokenId: BigInt(order.tokenId),
    makerAmount: BigInt(order.makerAmount),
    takerAmount: BigInt(order.takerAmount),
    side: order.side,
    signatureType: order.signatureType,
    timestamp: BigInt(order.timestamp),
    metadata: order.metadata,
    builder: order.builder,
  }
}

/** The form in which a vector's mode signs. */
export function formOf(mode: VectorCase['mode'], wallet: string, address: string): SignatureForm {
  switch (mode) {
    case 'eoa':
      return { kind: 'plain' }
    case 'owner':
      return { kind: 'wallet', wallet }
    case 'session':
      return { kind: 'session', wallet, sessionAddress: address }
    default:
      return mode satisfies never
  }
}

/** The product's own curve, blinded with a fixed seed. */
export const testCurve: Curve = await createCurve(new Uint8Array(32).fill(7))
