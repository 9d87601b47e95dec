// Checks the signature of an order to the byte: type 0 is the maker's own 65 bytes; type 3 is a deposit wallet's, 317
// bytes by its owner or 480 by a session key around the same 317. Every layer must be exactly what the order implies.
import type { VenueNames } from '../profile.ts'
import { bytesOfHex, recoverSigner } from './recovery.ts'
import { digestOf, domainSeparator, ORDER_TYPE, orderStructHash, walletStructHash } from './typed-data.ts'
import type { Hex, OrderFields } from './typed-data.ts'
import { sessionAllows, type Wallets } from './wallets.ts'

/** Which contract the order is signed for. */
export type ExchangeKind = 'ordinary' | 'neg_risk' | 'combos'

type SignatureAnswer =
  | {
      readonly kind: 'signed'
      readonly orderId: Hex
      /** The key that signed, lower-case, and what it is to the maker. */
      readonly key: string
      readonly by: 'eoa' | 'owner' | 'session'
    }
  | { readonly kind: 'unsigned'; readonly orderId: Hex; readonly why: string }

export type OrderVerifier = ReturnType<typeof createOrderVerifier>

const WIRE_LENGTH = 317
const SESSION_LENGTH = 480
const INNER_LENGTH = 65
const TYPE_SUFFIX = Buffer.concat([Buffer.from(ORDER_TYPE, 'ascii'), Buffer.from('00ba', 'hex')])
const SESSION_SUFFIX = Buffer.from('6492'.repeat(16), 'hex')

/** A verifier for the exchanges of `profile` and the keys in `wallets`. */
export function createOrderVerifier(
  profile: Pick<VenueNames, 'chain_id' | 'exchange_domain' | 'contracts'>,
  wallets: Wallets,
) {
  const separators: Record<ExchangeKind, Hex> = {
    ordinary: separator('2', profile.contracts.ctf_exchange_v2),
    neg_risk: separator('2', profile.contracts.neg_risk_exchange_v2),
    combos: separator('3', profile.contracts.exchange_v3),
  }

  function separator(version: string, contract: string): Hex {
    return domainSeparator({
      name: profile.exchange_domain,
      version,
      chainId: profile.chain_id,
      verifyingContract: contract.toLowerCase() as Hex,
    })
  }

  /** The key inside a 317-byte signature, or why it is none. */
  function walletSigner(order: OrderFields, wire: Buffer, exchange: Hex): { key: string } | { why: string } {
    if (wire.length !== WIRE_LENGTH) return { why: 'a deposit wallet signs with 317 bytes' }
    const parts = [
      Buffer.from(exchange.slice(2), 'hex'),
      Buffer.from(orderStructHash(order).slice(2), 'hex'),
      TYPE_SUFFIX,
    ]
    if (!wire.subarray(INNER_LENGTH).equals(Buffer.concat(parts))) {
      return { why: 'separator, contents or type string of the wrapped signature' }
    }
    const digest = digestOf(exchange, walletStructHash(order, profile.chain_id))
    const key = recoverSigner(digest, wire.subarray(0, INNER_LENGTH))
    return key === null ? { why: 'inner signature' } : { key }
  }

  /** Checks `signature` (0x hex) over `order` for one exchange at `now` (milliseconds). */
  function verify(order: OrderFields, text: string, exchange: ExchangeKind, now: number): SignatureAnswer {
    const structHash = orderStructHash(order)
    const orderId = digestOf(separators[exchange], structHash)
    const unsigned = (why: string): SignatureAnswer => ({ kind: 'unsigned', orderId, why })
    const signature = bytesOfHex(text)
    const maker = order.maker.toLowerCase()
    if (signature === null) return unsigned('not hex')
    if (order.signer.toLowerCase() !== maker) return unsigned('maker and signer differ')
    if (order.signatureType === 0) {
      const key = recoverSigner(orderId, signature)
      return key === maker ? { kind: 'signed', orderId, key, by: 'eoa' } : unsigned('not signed by the maker')
    }
    if (order.signatureType !== 3) return unsigned('signature type')
    const wallet = wallets.depositWallet(maker)
    if (wallet === undefined) return unsigned('unknown deposit wallet')
    if (signature.length !== SESSION_LENGTH) {
      const inner = walletSigner(order, signature, separators[exchange])
      if ('why' in inner) return unsigned(inner.why)
      if (inner.key !== wallet.owner) return unsigned('not signed by the owner')
      return { kind: 'signed', orderId, key: inner.key, by: 'owner' }
    }
    const unwrapped = unwrapSession(signature)
    if (unwrapped === null) return unsigned('session wrapper')
    const inner = walletSigner(order, unwrapped.wire, separators[exchange])
    if ('why' in inner) return unsigned(inner.why)
    if (inner.key !== unwrapped.address) return unsigned('session wrapper names another key')
    const session = wallet.sessions.find((candidate) => candidate.address === inner.key)
    const scope = exchange === 'combos' ? 'COMBOSRFQ' : 'CLOB'
    if (session === undefined || !sessionAllows(session, scope, now))
      return unsigned('session key not authorised')
    return { kind: 'signed', orderId, key: inner.key, by: 'session' }
  }

  return {
    verify /** The order's EIP-712 digest on an exchange. */,
    orderId: (order: OrderFields, exchange: ExchangeKind): Hex =>
      digestOf(separators[exchange], orderStructHash(order)),
  }
}

/** abi.encode(bytes32 address, bytes32 0, bytes wire) and the suffix, word by word. */
function unwrapSession(signature: Buffer): { readonly address: string; readonly wire: Buffer } | null {
  const address = signature.subarray(12, 32)
  const wire = signature.subarray(128, 128 + WIRE_LENGTH)
  const expected = Buffer.concat([
    Buffer.alloc(12),
    address,
    Buffer.alloc(32),
    word(0x60),
    word(WIRE_LENGTH),
    wire,
    Buffer.alloc(3),
    SESSION_SUFFIX,
  ])
  return signature.equals(expected) ? { address: `0x${address.toString('hex')}`, wire } : null
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(32)
  bytes.writeUInt32BE(value, 28)
  return bytes
}
