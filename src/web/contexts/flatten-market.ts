/** Flattens one market by one press, and says what came of the press. */
import type { Page } from './contexts.ts'
import type { Flatten, FlattenPress } from '../actions/flatten.ts'

/**
 * ARMED it sells, in every mode it cancels own orders there. What cannot be sold is named.
 *
 * @param press  what stood there when it was pressed
 */
export function flattenMarket(
  { announcer, flatten }: Pick<Page, 'announcer'> & { readonly flatten: Flatten },
  marketId: string,
  press: FlattenPress = flatten.press(flatten.plan(marketId)),
): void {
  const sent = flatten.send(press)
  const left = press.plan.unsellable.map(({ name, why }) => `${name}: ${why}`).join('; ')
  if (sent.kind === 'refused') announcer.report(`Flatten: ${sent.text}. ${left}`)
  else if (left !== '') announcer.report(`Flatten: not sold are ${left}`)
}
