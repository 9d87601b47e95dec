import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createManualClock } from '#engine/testing/market-fakes.ts'
import { createCsrf } from './csrf.ts'
import { createDevices, type Devices } from './devices.ts'

const DAY_MS = 24 * 3_600_000

test('INV-41 a device is known for 90 days after its last login, under the SESSION_SECRET that it was made with', async () => {
  const clock = createManualClock()
  const random = { bytes: (length: number) => Buffer.alloc(length, 1), uuidV7: () => '' }
  const withSecret = (byte: number): Devices =>
    createDevices({
      sessionSecret: Buffer.alloc(32, byte),
      cookieSecure: true,
      cookieSuffix: 'ab',
      clock,
      random,
    })
  const devices = withSecret(1)
  const [cookie = '', ...attributes] = devices.cookie(null).split('; ')
  assert.deepEqual(attributes, [
    'HttpOnly',
    'SameSite=Strict',
    'Path=/',
    'Secure',
    `Max-Age=${(90 * DAY_MS) / 1000}`,
  ])
  assert.match(cookie, /^__Host-sesame_device_ab=/)
  const id = devices.idOf(cookie)
  assert.notEqual(id, null)
  assert.equal(withSecret(2).idOf(cookie), null)
  assert.equal(devices.idOf(`${cookie}; ${cookie}`), null)
  await clock.advance(90 * DAY_MS - 1)
  const renewed = devices.cookie(devices.idOf(cookie)).split(';')[0]
  await clock.advance(1)
  assert.equal(devices.idOf(cookie), null)
  assert.equal(devices.idOf(renewed), id)
})

test('INV-41 what is signed for another purpose under the same secret names no device', () => {
  const random = { bytes: (length: number) => Buffer.alloc(length, 1), uuidV7: () => '' }
  const sessionSecret = Buffer.alloc(32, 1)
  const devices = createDevices({
    sessionSecret,
    cookieSecure: true,
    cookieSuffix: 'ab',
    clock: createManualClock(),
    random,
  })
  const [cookie = ''] = devices.cookie(null).split(';')
  const signed = /=(.+)\.[\w-]+$/.exec(cookie)?.[1] ?? ''
  assert.notEqual(devices.idOf(cookie), null)
  assert.equal(
    devices.idOf(`__Host-sesame_device_ab=${signed}.${createCsrf(sessionSecret).token(signed)}`),
    null,
  )
})
