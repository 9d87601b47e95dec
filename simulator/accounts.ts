/**
 * The accounts that the simulator opens. TEST-ONLY keys, made from fixed labels, known to everybody and never worth
 * anything: one deposit wallet with its owner key and an authorised session key, and one plain key (EOA).
 */
import { hash } from 'node:crypto'
import * as Address from 'ox/Address'
import * as Secp256k1 from 'ox/Secp256k1'

import type { Parts } from './parts.ts'
import type { DataBook } from './services/data/book.ts'
import type { TestAccounts } from './types.ts'
import { DAY } from './world/definition.ts'
import type { MarketEntry } from './world/entries.ts'
import type { World } from './world/world.ts'

/** 10,000 pUSD in millionths. */
const CASH = 10_000_000_000n
const SESSION_DAYS = 180
/** 250 shares in millionths. */
const SHARES = 250_000_000n
/** How many of the busiest markets the accounts hold shares of. */
const HOLDINGS = 3

/** The keys and the deposit wallet's address; the same in every run. */
export function testAccounts(): TestAccounts {
  return {
    ownerKey: testKey('owner'),
    depositWallet: `0x${hashOf('simulator deposit wallet').slice(0, 40)}`,
    sessionKey: testKey('session'),
    eoaKey: testKey('eoa'),
  }
}

/** Lower-case address of a private key (0x and 64 hex digits). */
export function addressOfKey(key: string): string {
  return Address.fromPublicKey(Secp256k1.getPublicKey({ privateKey: `0x${key.slice(2)}` })).toLowerCase()
}

/** Registers the wallets, gives each account money and a few shares, and reports both to the data service. */
export function openTestAccounts(
  deps: Pick<Parts, 'wallets' | 'exchange' | 'world' | 'clock'> & {
    readonly accounts: TestAccounts
    readonly book: DataBook
  },
): void {
  const { accounts, exchange, world, book } = deps
  const now = deps.clock.now()
  // The data service lags behind: an account that was opened just now would be listed without its shares for some seconds.
  const at = now - DAY
  deps.wallets.addDepositWallet({
    address: accounts.depositWallet,
    owner: addressOfKey(accounts.ownerKey),
    sessions: [
      {
        address: addressOfKey(accounts.sessionKey),
        scopes: ['CLOB', 'COMBOSRFQ'],
        validUntil: Math.floor((now + SESSION_DAYS * DAY) / 1000),
      },
    ],
  })
  for (const wallet of [accounts.depositWallet, addressOfKey(accounts.eoaKey)]) {
    const hash = `0x${hashOf(wallet)}`
    exchange.deposit(wallet, CASH)
    book.add({ kind: 'cash', at, wallet, hash, type: 'DEPOSIT', amount: CASH })
    for (const market of heldMarkets(world)) {
      const token = market.listed?.tokens[0]
      if (token === undefined) continue
      exchange.grantShares(wallet, token, SHARES)
      book.add({ kind: 'grant', at, wallet, hash, token, size: SHARES, price: market.definition.fair })
    }
  }
}

/** The busiest markets that are open and no game, one of each event. */
function heldMarkets(world: World): MarketEntry[] {
  return world
    .events()
    .filter(({ definition }) => definition.game === undefined)
    .toSorted((one, other) => other.definition.popularity - one.definition.popularity)
    .flatMap((event) => event.markets.find((market) => market.listed?.closed === false) ?? [])
    .slice(0, HOLDINGS)
}

function testKey(label: string): string {
  return `0x${hashOf(`TEST-ONLY simulator key, never fund: ${label}`)}`
}

function hashOf(text: string): string {
  return hash('sha256', text, 'hex')
}
