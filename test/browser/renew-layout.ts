/** Writes docs/images/layout.json from the running page: `npm run layout`. Not a check; look at what moved before it is committed. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measureBoth, visitScreens, writeLayout } from './boxes.ts'
import type { Boxes } from './boxes.ts'
import { startBrowser } from './browser.ts'
import { startTradingFixture } from './trading-fixture.ts'

test('the layout of the kept screens', { timeout: 300_000 }, async (context) => {
  const layout: Record<string, Boxes> = {}
  await visitScreens(
    await startBrowser(context),
    await startTradingFixture(context, 'layout'),
    async (screen, page) => {
      const { boxes, moved } = await measureBoth(page)
      assert.deepEqual(moved, [], `${screen}: light lies elsewhere than dark`)
      layout[screen] = boxes
    },
  )
  writeLayout(layout)
})
