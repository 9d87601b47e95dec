import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createHosts } from './hosts.ts'

const local = createHosts({ host: '127.0.0.1', port: 8080 }, ['localhost'], false)
const secure = createHosts({ host: '0.0.0.0', port: 8080 }, ['trade.example.org', 'other:9000'], true)

describe('INV-37 Host', () => {
  for (const [name, hosts, rawHeaders, url, allowed] of [
    ['the listen address', local, ['Host', '127.0.0.1:8080'], '/', true],
    ['a listed name at the listen port', local, ['host', 'localhost:8080'], '/', true],
    ['another case', local, ['HOST', 'LocalHost:8080'], '/', true],
    ['one trailing dot', local, ['Host', 'localhost.:8080'], '/', true],
    ['two trailing dots', local, ['Host', 'localhost..:8080'], '/', false],
    ['a listed name without the port', local, ['Host', 'localhost'], '/', false],
    ['another port', local, ['Host', 'localhost:8081'], '/', false],
    ['a foreign name', local, ['Host', 'evil.example:8080'], '/', false],
    ['a name that ends like ours', local, ['Host', 'xlocalhost:8080'], '/', false],
    ['userinfo', local, ['Host', 'localhost:8080@evil.example'], '/', false],
    ['no Host', local, ['Accept', '*/*'], '/', false],
    ['an empty Host', local, ['Host', ''], '/', false],
    ['two Hosts', local, ['Host', 'localhost:8080', 'host', 'localhost:8080'], '/', false],
    ['a forwarded Host', local, ['Host', 'x', 'X-Forwarded-Host', 'localhost:8080'], '/', false],
    [
      'an absolute target of the same host',
      local,
      ['Host', 'localhost:8080'],
      'http://localhost:8080/',
      true,
    ],
    ['an absolute target of another host', local, ['Host', 'localhost:8080'], 'http://evil.example/', false],
    [
      'an absolute target with userinfo',
      local,
      ['Host', 'localhost:8080'],
      'http://a@localhost:8080/',
      false,
    ],
    ['an asterisk for a target', local, ['Host', 'localhost:8080'], '*', false],
    ['a target of no known form', local, ['Host', 'localhost:8080'], 'ftp://localhost:8080/', false],
    ['a public name behind TLS', secure, ['Host', 'trade.example.org'], '/', true],
    ['a public name at 443', secure, ['Host', 'trade.example.org:443'], '/', true],
    ['a public name with its port', secure, ['Host', 'other:9000'], '/', true],
    ['a public name without its port', secure, ['Host', 'other'], '/', false],
    ['the wildcard address', secure, ['Host', '0.0.0.0:8080'], '/', false],
  ] as const) {
    test(`${allowed ? 'allows' : 'refuses'} ${name}`, () => {
      assert.equal(hosts.allowsHost({ rawHeaders: [...rawHeaders], url }), allowed)
    })
  }
})

test('INV-37 Origin is scheme and host of the list, exactly', () => {
  assert.ok(local.allowsOrigin('http://localhost:8080'))
  assert.ok(secure.allowsOrigin('https://trade.example.org'))
  for (const origin of [
    'null',
    '',
    'https://localhost:8080',
    'http://localhost',
    'http://localhost:8080/',
    '*',
  ]) {
    assert.equal(local.allowsOrigin(origin), false, origin)
  }
  assert.equal(secure.allowsOrigin('http://trade.example.org'), false)
})

test('an IPv6 listen address and an odd entry', () => {
  const six = createHosts({ host: '::1', port: 80 }, ['not a host'], false)
  assert.ok(six.allowsHost({ rawHeaders: ['Host', '[::1]'], url: '/' }))
  assert.ok(six.allowsHost({ rawHeaders: ['Host', '[::1]:80'], url: '/' }))
  assert.equal(six.allowsHost({ rawHeaders: ['Host', 'not a host'], url: '/' }), false)
  assert.deepEqual(six.webSocketOrigins, ['ws://[::1]'])
})

test('the page is where a browser is let in: a name in place of the address that stands for all', () => {
  const every = { host: '0.0.0.0', port: 8080 }
  assert.equal(local.pageUrl, 'http://127.0.0.1:8080')
  assert.equal(secure.pageUrl, 'https://trade.example.org')
  assert.equal(createHosts(every, ['localhost'], false).pageUrl, 'http://localhost:8080')
  assert.equal(createHosts(every, ['desk:9000'], false).pageUrl, 'http://desk:9000')
  assert.equal(createHosts({ host: '::1', port: 80 }, [], false).pageUrl, 'http://[::1]:80')
})
