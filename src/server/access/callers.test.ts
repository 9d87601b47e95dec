import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createCallers, networkOf } from './callers.ts'

const trusted = ['192.0.2.1', '10.88.0.0/16', '2001:db8::1']
const callers = createCallers(trusted, true)

const socket = (remoteAddress: string): never => ({ remoteAddress }) as never

describe('the address of a client', () => {
  for (const [name, peer, claimed, address] of [
    ['is that of the connection', '203.0.113.7', undefined, '203.0.113.7'],
    ['is not what somebody claims who is no trusted proxy', '203.0.113.7', '198.51.100.1', '203.0.113.7'],
    ['is what a trusted proxy says', '192.0.2.1', '198.51.100.1', '198.51.100.1'],
    ['is the last that is no proxy', '::ffff:10.88.0.2', '1.1.1.1, 198.51.100.1, 192.0.2.1', '198.51.100.1'],
    ['may be one of IPv6', '2001:db8::1', '2001:db8:5::9', '2001:db8:5::9'],
    ['is the proxy, where it says nothing', '192.0.2.1', undefined, '192.0.2.1'],
    ['is the proxy, where it says nonsense', '192.0.2.1', '"; DROP', '192.0.2.1'],
  ] as const) {
    test(name, () => {
      const headers = claimed === undefined ? {} : { 'x-forwarded-for': claimed }
      assert.equal(callers.addressOf({ socket: socket(peer), headers }), address)
    })
  }
})

describe('this machine is one caller', () => {
  const own = ['127.0.0.1', '127.0.0.2', '127.255.255.254', '::1', '::ffff:127.3.4.5', '::ffff:7f00:9']
  for (const address of own) {
    test(`from ${address}, by itself and past a proxy`, () => {
      assert.equal(callers.addressOf({ socket: socket(address), headers: {} }), '127.0.0.1')
      const past = { 'x-forwarded-for': address }
      assert.equal(callers.addressOf({ socket: socket('192.0.2.1'), headers: past }), '127.0.0.1')
    })
  }

  test('a proxy on it is still told from the others there', () => {
    const behind = createCallers(['127.0.0.2'], false)
    const headers = { 'x-forwarded-for': '198.51.100.1' }
    assert.equal(behind.addressOf({ socket: socket('127.0.0.2'), headers }), '198.51.100.1')
    assert.equal(behind.addressOf({ socket: socket('127.0.0.3'), headers }), '127.0.0.1')
  })

  test('nobody else is of it', () => {
    for (const address of ['128.0.0.1', '::2', '126.0.0.1', '::ffff:128.0.0.1'])
      assert.notEqual(callers.addressOf({ socket: socket(address), headers: {} }), '127.0.0.1')
  })
})

test('plain HTTP is taken from this machine and from trusted proxies, where https is promised', () => {
  for (const peer of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1', '10.88.3.4', '2001:db8::1'])
    assert.ok(callers.allows({ socket: socket(peer) }), peer)
  for (const peer of ['203.0.113.7', '10.89.0.1', '2001:db8::2', '']) {
    assert.ok(!callers.allows({ socket: socket(peer) }), peer)
    assert.ok(createCallers(trusted, false).allows({ socket: socket(peer) }), peer)
  }
})

test('a network of IPv6 is the first half of the address, however it is written', () => {
  for (const [address, network] of [
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:0DB8:0:0:1::', '2001:db8:0:0::/64'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['192.0.2.1', '192.0.2.1'],
  ] as const)
    assert.equal(networkOf(address), network)
})
