/** Flattens one market by one press, and says what came of the press. */
import type { Page } from '../contexts/page.ts'
import type { Flatten } from './flatten.ts'

/** ARMED it sells, in every mode it cancels own orders there. What cannot be sold is named. */
export function flattenMarket(
  { announcer, flatten }: Pick<Page, 'announcer'> & { readonly flatten: Flatten },
  marketId: string,
): void {
  const plan = flatten.plan(marketId)
  const sent = flatten.send(plan)
  const left = plan.unsellable.map(({ name, why }) => `${name}: ${why}`).join('; ')
  if (sent.kind === 'refused') announcer.report(`Flatten: ${sent.text}. ${left}`)
  else if (left !== '') announcer.report(`Flatten: not sold are ${left}`)
}
