/** The login page as people and password managers use it, and what a browser keeps once somebody has logged out. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { PASSWORD, startTerminal } from '../harness.ts'
import { waitFor } from '../wait-for.ts'
import { assertAccessible, assertQuiet, logInByPage, openPage, PATIENCE_MS, startBrowser } from './browser.ts'

/** All that scripts of the page can read of what the browser keeps. */
const kept = (page: Page): Promise<string> =>
  page.evaluate<string>(`(async () => {
    const databases = await indexedDB.databases()
    return JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      document.cookie,
      databases.map(({ name }) => name),
      await caches.keys(),
    ])
  })()`)

/** True if the page allows a paste where the keys are. */
const mayPaste = (page: Page): Promise<boolean> =>
  page.evaluate<boolean>(`(() => {
    const paste = new ClipboardEvent('paste', { clipboardData: new DataTransfer(), bubbles: true, cancelable: true })
    return document.activeElement.dispatchEvent(paste)
  })()`)

/** For a program: created with the password, shown once, revoked. */
async function createAndRevokeToken(page: Page, url: string): Promise<void> {
  const tokens = page.getByRole('region', { name: 'API tokens' })
  const [password, create] = [
    tokens.getByLabel('Your password'),
    tokens.getByRole('button', { name: 'Create token' }),
  ]
  await tokens.getByLabel('Name', { exact: true }).fill('Grid bot')
  await tokens.getByRole('button', { name: 'Cancel', exact: true }).click()
  await password.fill(PASSWORD)
  await create.click()
  const shown = tokens.getByLabel('New token, shown once')
  const token = await shown.inputValue()
  assert.equal(await page.evaluate('document.activeElement.value'), token)
  const row = tokens.getByRole('listitem').filter({ hasText: 'Grid bot' })
  await row.getByText(/reads and cancels \u00b7 until .* \u00b7 never used/).waitFor()
  await assertAccessible(page)
  const ask = async (): Promise<number> => {
    const answer = await fetch(`${url}/api/status`, { headers: { authorization: `Bearer ${token}` } })
    await answer.body?.cancel()
    return answer.status
  }
  assert.equal(await ask(), 200)
  await page.reload()
  await row.getByText(/last used/).waitFor()
  assert.equal(await shown.count(), 0)
  assert.equal((await kept(page)).includes(token), false)
  await row.getByRole('button', { name: 'Revoke Grid bot' }).click()
  await row.waitFor({ state: 'detached' })
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'API tokens')
  assert.equal(await ask(), 401)
}

describe('login in a browser', { timeout: 220_000 }, () => {
  test('one masked field that may be pasted into; the browser keeps no secret, and shows nothing after the logout', async (context) => {
    const terminal = await startTerminal(context)
    const { url } = terminal.client()
    const open = await openPage(await startBrowser(context), url)
    const { page } = open
    const field = page.getByLabel('Password')
    await field.waitFor()
    assert.equal(await page.locator('input, select, textarea').count(), 1)
    assert.equal(await field.getAttribute('type'), 'password')
    assert.equal(await field.getAttribute('autocomplete'), 'current-password')
    assert.equal(await field.getAttribute('maxlength'), null)

    await field.focus()
    assert.equal(await mayPaste(page), true)
    await logInByPage(page)

    const cookies = await page.context().cookies()
    const attributes = ({ name, httpOnly, sameSite, path }: (typeof cookies)[number]): unknown => [
      name.replace(/_[0-9a-f]{8}$/, ''),
      httpOnly,
      sameSite,
      path,
    ]
    assert.deepEqual(
      cookies.map(attributes).toSorted((a, b) => String(a).localeCompare(String(b))),
      [
        ['sesame_device', true, 'Strict', '/'],
        ['sesame_session', true, 'Strict', '/'],
      ],
    )
    const stored = await kept(page)
    const session = await page.evaluate(
      async () => (await fetch('/api/session')).json() as Promise<{ csrf_token: string }>,
    )
    for (const secret of [
      PASSWORD,
      ...cookies.map(({ value }) => value),
      session.csrf_token,
      terminal.simulator.account.session_key,
    ]) {
      assert.ok(!stored.includes(secret))
    }
    assert.ok(!stored.includes(terminal.simulator.account.deposit_wallet))

    await page.goto(`${url}/settings`)
    await createAndRevokeToken(page, url)
    await page.getByRole('button', { name: 'Log out' }).click()
    await field.waitFor()
    // The device stays known: its cookie opens nothing.
    await waitFor(
      'no session',
      async () => (await page.context().cookies()).every(({ name }) => name.startsWith('sesame_device_')),
      PATIENCE_MS,
    )
    assert.equal(await page.getByRole('button', { name: /^Cancel all/ }).count(), 0)
    assert.ok(!(await page.content()).includes(terminal.simulator.account.deposit_wallet))
    assert.deepEqual(JSON.parse(await kept(page)), [{}, {}, '', [], []])

    await page.goBack()
    await field.waitFor()
    assert.equal(await page.getByRole('button', { name: /^Cancel all/ }).count(), 0)
    assertQuiet(open)

    await page.goto(`${url}/?another#login=${'x'.repeat(43)}`)
    await page.getByText('This link was used or has expired. Log in with the password.').waitFor()
  })
})
