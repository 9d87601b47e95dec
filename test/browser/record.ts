/**
 * Makes docs/images/sesame.webp, the moving picture of the README, from the running page: `npm run record`. Needs
 * `img2webp` (Debian: webp), like the pictures it is made manually and is no check.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { parseTickSize } from '#core/price.ts'
import { startTerminal } from '../harness.ts'
import { findTradable } from '../market.ts'
import { logInByPage, openPage, startBrowser } from './browser.ts'
import { bests, cell, openOutcome, openRows } from './ladder.ts'

const TARGET = join(import.meta.dirname, '..', '..', 'docs', 'images', 'sesame.webp')
const SIZE = { width: 1200, height: 750 }
const AT_MOST_BYTES = 3 * 1024 * 1024
const GLANCE_MS = 250
const LOOK_MS = 1_400

type Frame = { readonly path: string; readonly forMs: number }

/** Takes frames of one page, one after the other. */
function createCamera(
  page: Page,
  directory: string,
): { readonly frames: readonly Frame[]; readonly shoot: (forMs: number) => Promise<void> } {
  const frames: Frame[] = []
  return {
    frames,
    async shoot(forMs) {
      const path = join(directory, `${String(frames.length).padStart(3, '0')}.png`)
      await page.screenshot({ path })
      frames.push({ path, forMs })
    },
  }
}

test('a moving picture of the page', { timeout: 240_000 }, async (context) => {
  const directory = mkdtempSync(join(tmpdir(), 'sesame-record-'))
  context.after(() => rmSync(directory, { recursive: true, force: true }))
  const terminal = await startTerminal(context)
  const tradable = await findTradable(terminal.client())
  const { page } = await openPage(await startBrowser(context), terminal.client().url, {
    theme: 'dark',
    size: SIZE,
  })
  const { frames, shoot } = createCamera(page, directory)
  /** The book moves meanwhile. */
  const watch = async (count: number): Promise<void> => {
    for (let frame = 0; frame < count; frame += 1) await shoot(GLANCE_MS)
  }

  await logInByPage(page)
  await openOutcome(page, tradable)
  await bests(page)
  await watch(6)
  await page.keyboard.press('Shift+A')
  await page.getByRole('dialog').getByRole('button', { name: 'Arm', exact: true }).waitFor()
  await shoot(LOOK_MS)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'ARMED' }).waitFor()
  await shoot(LOOK_MS)
  const tick = parseTickSize(tradable.market.tick_size) ?? 100
  for (const [resting, away] of [2, 4].entries()) {
    await cell(page, (await bests(page)).bid - away * tick, 'bid').click()
    await openRows(page).nth(resting).waitFor()
    await watch(2)
  }
  await cell(page, (await bests(page)).ask, 'bid').click()
  await page.getByRole('tab', { name: /^Fills [1-9]/ }).waitFor()
  await shoot(LOOK_MS)
  await watch(4)
  await page.keyboard.press('Control+Shift+Backspace')
  await openRows(page).first().waitFor({ state: 'detached' })
  await shoot(LOOK_MS)
  await page.keyboard.press('Shift+S')
  await page.getByRole('button', { name: 'SAFE' }).waitFor()
  await shoot(LOOK_MS)

  const made = spawnSync(
    'img2webp',
    [
      '-loop',
      '0',
      '-lossy',
      '-q',
      '60',
      ...frames.flatMap(({ path, forMs }) => ['-d', String(forMs), path]),
      '-o',
      TARGET,
    ],
    { encoding: 'utf8' },
  )
  assert.equal(made.status, 0, made.error?.message ?? made.stderr)
  const { size } = statSync(TARGET)
  context.diagnostic(`${frames.length} frames, ${Math.round(size / 1024)} kB`)
  assert.ok(size <= AT_MOST_BYTES, `${size} bytes`)
})
