/**
 * Needs of a small touch screen: limits without sideways scrolling, a sending button that is read whole, prices in
 * landscape.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { waitFor } from '../wait-for.ts'
import {
  assertAccessible,
  assertQuiet,
  logInByPage,
  openPage,
  PHONE,
  rested,
  startBrowser,
} from './browser.ts'
import { priceText, startTradingFixture } from './trading-fixture.ts'
import { arm, restingBuy } from '../market.ts'
import { bests } from './ladder.ts'

const LANDSCAPE = { width: PHONE.height, height: PHONE.width }

/** Goes there as a link of the page does. */
async function go(page: Page, address: string): Promise<void> {
  await page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(address)}); dispatchEvent(new PopStateEvent('popstate'))`,
  )
}

/** How many of a ladder's rows, or any other boxes, lie wholly inside of the view. */
function inSight(page: Page, selector: string): Promise<number> {
  return page.evaluate<number>(`[...document.querySelectorAll(${JSON.stringify(selector)})].filter((one) => {
    const { x, y, width, height } = one.getBoundingClientRect()
    const top = document.elementFromPoint(x + width / 2, y + height / 2)
    return y + height <= innerHeight && top !== null && (one.contains(top) || top.contains(one))
  }).length`)
}

describe('a small screen', { timeout: 240_000 }, () => {
  test('limits, the sending button, links and the prices of a phone on its side', async (context) => {
    const fixture = await startTradingFixture(context)
    const browser = await startBrowser(context)
    const open = await openPage(browser, fixture.terminal.client().url, { size: PHONE, hasTouch: true })
    const { page } = open
    await logInByPage(page)

    await context.test(
      'the limits and the form of one scroll in one direction, at 390 and at 320 pixels',
      async () => {
        await go(page, '/settings/risk')
        const limits = page.getByRole('region', { name: 'Limits', exact: true })
        await limits.getByRole('button', { name: 'Change Order', exact: true }).click()
        for (const width of [390, 320]) {
          await page.setViewportSize({ width, height: 844 })
          const wide = await page.evaluate<number>(
            `(() => { const one = document.querySelector('section[aria-label="Limits"]'); return one.scrollWidth - one.clientWidth })()`,
          )
          assert.ok(wide <= 1, `${wide} pixels beyond ${width}`)
        }
        assert.match(
          await limits.locator('tbody tr').first().innerText(),
          /Order[\s\S]*500[\s\S]*ceiling\s+\d/,
        )
        await assertAccessible(page)
        await page.setViewportSize(PHONE)
      },
    )

    await context.test('a link in a list of links is large enough for a finger', async () => {
      await go(page, '/settings')
      await page.locator('.more-links a').first().waitFor()
      const heights = await page.evaluate<readonly number[]>(
        `[...document.querySelectorAll('.more-links a')].map((one) => one.getBoundingClientRect().height)`,
      )
      assert.ok(
        heights.every((height) => height >= 44),
        heights.join(),
      )
    })

    await context.test(
      'SAFE and Cancel all take one press beside an open dialog, at every size',
      async () => {
        const client = fixture.terminal.client()
        // The last is 400 % of 1280 by 720.
        for (const size of [PHONE, LANDSCAPE, { width: 1440, height: 900 }, { width: 320, height: 180 }]) {
          await page.setViewportSize(size)
          await arm(client)
          await page.getByRole('button', { name: 'ARMED' }).waitFor()
          await client.ok('placeOrder', { body: await restingBuy(client, fixture.tradable, 3) })
          await page.locator('.cancel-all b', { hasText: '1' }).waitFor()
          for (const name of ['cancel-all', 'shell-mode-switch .safe']) {
            await page.keyboard.press('Control+k')
            await page.getByRole('dialog').waitFor()
            const box = await page.locator(`.${name}`).boundingBox()
            assert.ok(box !== null)
            await page.mouse.click(box.x + 20, box.y + box.height / 2)
            await page.getByRole('dialog').waitFor({ state: 'detached' })
          }
          await waitFor('no order', async () => (await client.ok('listOrders')).items.length === 0)
          await page.getByRole('button', { name: 'SAFE', pressed: true }).waitFor()
        }
        await page.setViewportSize(PHONE)
      },
    )

    const event = `/event/${fixture.tradable.event.slug}?outcome=${fixture.tradable.outcomeId.slice(3)}`
    await context.test('the button that sends grows with what it says', async () => {
      // Where the mouse was left, the explanation of a name would lie over the button.
      await page.mouse.move(0, 0)
      await go(page, event)
      await bests(page)
      // A tooltip of what lies under the resting pointer may be over the button.
      await page.mouse.move(1, 1)
      await page.getByRole('button', { name: 'Ticket', exact: true }).click()
      const cut = await page.evaluate<number>(`(() => {
          const one = document.querySelector('.ticket .submit')
          one.append(document.createElement('span'))
          one.lastChild.textContent = 'Buy 12,345.67 of a candidate with a long name '.repeat(3)
          const cut = one.scrollHeight - one.clientHeight
          one.lastChild.remove()
          return cut
        })()`)
      assert.ok(cut <= 1, `${cut} pixels cut`)
    })

    await context.test('a message lies on a rail of its own: over no row, no tab, no tool', async () => {
      await page.getByRole('button', { name: 'Close the ticket' }).click()
      const { bid, ask } = await bests(page)
      await rested(page)
      const rowTop = async () =>
        (await page.locator(`.ladder-row[data-price="${bid}"]`).boundingBox())?.y ?? assert.fail()
      const before = await rowTop()
      const client = fixture.terminal.client()
      await arm(client)
      const resting = await restingBuy(client, fixture.tradable)
      const body = { ...resting, price: priceText(ask), post_only: false }
      await client.ok('placeOrder', { body })
      const messages = page.getByRole('region', { name: 'Messages' })
      await messages.waitFor()
      const rail = (await messages.boundingBox()) ?? assert.fail()
      assert.ok(rail.height <= 120, `${rail.height} pixels high`)
      const covered = await page.evaluate<readonly string[]>(`(() => {
        const box = document.querySelector('.shell-toasts').getBoundingClientRect()
        return [...document.querySelectorAll('main, .shell-phone-bar, .shell-top-bar')]
          .filter((one) => {
            const { top, bottom } = one.getBoundingClientRect()
            return top < box.bottom && bottom > box.top
          })
          .map((one) => one.className)
      })()`)
      assert.deepEqual(covered, [])
      assert.equal(await rowTop(), before, 'no row moves')
      assert.ok((await inSight(page, '.ladder[data-selected] .ladder-row')) >= 6)
      await rested(page)
      await messages.getByRole('button', { name: /^Dismiss: / }).tap()
    })

    await context.test('on its side it shows prices, and the ticket is a scroll away', async () => {
      await page.setViewportSize(LANDSCAPE)
      await bests(page)
      await waitFor(
        'prices in sight',
        async () => (await inSight(page, '.ladder[data-selected] .ladder-row')) >= 3,
      )
      for (const always of ['.shell-mode-switch', '.cancel-all'])
        assert.equal(await inSight(page, always), 1, always)
      for (const part of ['.ticket .sides', '.ticket .submit']) {
        // The answer of the check makes the ticket longer.
        await waitFor(`${part} in sight`, async () => {
          await page.locator(part).scrollIntoViewIfNeeded()
          return (await inSight(page, part)) === 1
        })
      }
      await assertAccessible(page)
    })
    assertQuiet(open)
  })
})
