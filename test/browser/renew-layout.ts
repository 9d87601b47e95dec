/** Writes docs/images/layout.json from the running page: `npm run layout`. Not a check; look at what moved before it is committed. */
import { test } from 'node:test'
import { measureBoth, visitScreens, writeLayout } from './boxes.ts'
import type { Boxes } from './boxes.ts'
import { startBrowser } from './browser.ts'
import { startTradingFixture } from './trading-fixture.ts'
import { waitFor } from '../wait-for.ts'

const SETTLES_MS = 30_000

test('the layout of the kept screens', { timeout: 300_000 }, async (context) => {
  const layout: Record<string, Boxes> = {}
  await visitScreens(
    await startBrowser(context),
    await startTradingFixture(context, 'layout'),
    async (screen, page) => {
      // A figure that settles meanwhile may take another line in one of the two.
      layout[screen] = await waitFor(
        `${screen}: light lies where dark does`,
        async () => {
          const { boxes, moved } = await measureBoth(page)
          return moved.length === 0 ? boxes : null
        },
        SETTLES_MS,
      )
    },
  )
  writeLayout(layout)
})
