/** The files of deploy/ as they are handed out: the proxy's, and the program's rights. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createLogger } from '#app/process/logger.ts'
import { createRedactor } from '#app/process/redactor.ts'
import { VERSION } from '#lib/user-agent.ts'

const read = (name: string): string => readFileSync(join(import.meta.dirname, '../deploy', name), 'utf8')

test('the proxies take TLS from outside with a certificate of a public authority, and reach the terminal on this machine only', () => {
  const caddy = read('Caddyfile')
  assert.match(caddy, /^desk\.example\.org \{$/m)
  assert.match(caddy, /reverse_proxy 127\.0\.0\.1:8080/)
  assert.doesNotMatch(caddy, /tls internal|http:\/\/|auto_https off/)
  const nginx = read('nginx.conf')
  assert.match(nginx, /ssl_certificate +\/etc\/letsencrypt\//)
  assert.match(nginx, /ssl_protocols +TLSv1\.2 TLSv1\.3;/)
  assert.match(nginx, /proxy_pass http:\/\/127\.0\.0\.1:8080;/)
  assert.doesNotMatch(nginx, /listen +80\b|autoindex|proxy_cache/)
})

test('INV-56 the proxies end slow clients, bound bodies and the connections of one address, and name the client', () => {
  const caddy = read('Caddyfile')
  for (const line of [
    /read_header 10s/,
    /read_body 15s/,
    /max_size 128KiB/,
    /keepalive 10s/,
    /TRUSTED_PROXIES=127\.0\.0\.1/,
  ])
    assert.match(caddy, line)
  const nginx = read('nginx.conf')
  for (const line of [
    /limit_conn_zone \$binary_remote_addr zone=sesame:1m;/,
    /limit_conn sesame 60;/,
    /client_header_timeout 10s;/,
    /client_body_timeout 15s;/,
    /send_timeout 30s;/,
    /proxy_set_header X-Forwarded-For \$remote_addr;/,
    /TRUSTED_PROXIES=127\.0\.0\.1/,
  ])
    assert.match(nginx, line)
  assert.doesNotMatch(nginx, /proxy_request_buffering off/)
})

test('the service runs as a user of its own that gains no rights and writes to its own directory alone', () => {
  const unit = read('sesame.service')
  for (const line of [
    'User=sesame',
    'NoNewPrivileges=true',
    'CapabilityBoundingSet=',
    'ProtectSystem=strict',
    'ProtectHome=true',
    'PrivateTmp=true',
    'StateDirectoryMode=0700',
    'LimitCORE=0',
    'UMask=0077',
  ]) {
    assert.ok(unit.split('\n').includes(line), line)
  }
})

test('the image has neither the history of the sources nor tests in it, and does not run as root', () => {
  const image = read('Containerfile')
  const [, last = ''] = image.split(/^FROM docker.io\/library\/debian.*slim$/m)
  assert.deepEqual(last.match(/^COPY .*$/gm), ['COPY --from=build /release/sesame /app'])
  assert.match(image, /npm run release -- --directory-only --to \/release /)
  assert.match(last, new RegExp(`image\\.version="${VERSION}"`))
  const compose = read('compose.yaml')
  assert.match(compose, new RegExp(`image: sesame:${VERSION}$`, 'm'))
  assert.match(compose, /^ {2}read_only: true$/m)
  assert.deepEqual(compose.match(/profiles: .*/g), ['profiles: [demo]', 'profiles: [live]'])
  assert.doesNotMatch(compose, /ports: \['\d+:/, 'nothing is published to other machines')
  assert.match(last, /^USER 10001$/m)
  const ignored = readFileSync(join(import.meta.dirname, '../.dockerignore'), 'utf8').split('\n')
  for (const name of ['.git', '**/.env', '**/container.env', '**/venue.json', 'data', 'release'])
    assert.ok(ignored.includes(name), name)
})

test('the filter of fail2ban in the documents finds the address in the line of a refused login', () => {
  const text = readFileSync(join(import.meta.dirname, '../docs/operations.md'), 'utf8')
  const filter = /^failregex = (.+)$/m.exec(text)?.[1] ?? ''
  let line = ''
  const log = createLogger({
    level: 'info',
    format: 'json',
    redactor: createRedactor(),
    write: (written) => (line = written),
    now: () => 0,
  })
  const pattern = new RegExp(filter.replace('<ADDR>', '([0-9a-f.:]+)'))
  for (const event of ['login.refused', 'login.limited']) {
    log.warn(event, { address: '203.0.113.7', reason: 'wrong' })
    assert.equal(pattern.exec(line)?.[1], '203.0.113.7')
  }
  log.info('login.accepted', { address: '203.0.113.7' })
  assert.doesNotMatch(line, pattern)
})
