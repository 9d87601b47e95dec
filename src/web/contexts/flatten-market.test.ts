// A press that sells nothing, or not all, is shown with the reason.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { flattenMarket } from './flatten-market.ts'

type Asked = Parameters<typeof flattenMarket>[0]

function shownOf(sent: object, unsellable: readonly object[]): readonly string[] {
  const shown: string[] = []
  const page = {
    announcer: { report: () => undefined },
    toasts: { show: ({ title, text }: { title: string; text: string }) => shown.push(`${title}: ${text}`) },
    flatten: { send: () => sent },
  } as unknown as Asked
  flattenMarket(page, 'm', { plan: { unsellable } } as unknown as Parameters<typeof flattenMarket>[2])
  return shown
}

test('a flatten shows why it was refused and what is not sold, and nothing where all is sold', () => {
  const stuck = [{ name: 'Yes', why: 'not settled' }]
  const refused = { intents: [], refusals: ['nothing to sell'] }
  assert.deepEqual(shownOf(refused, []), ['Flatten: nothing to sell'])
  assert.deepEqual(shownOf(refused, stuck), ['Flatten: nothing to sell; not sold: Yes: not settled'])
  assert.deepEqual(shownOf({ intents: [], refusals: [] }, stuck), ['Flatten: not sold: Yes: not settled'])
  assert.deepEqual(shownOf({ intents: [], refusals: [] }, []), [])
})
