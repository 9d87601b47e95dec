/** Flattens one market by one press, and says what came of the press. */
import { sayRefused } from '../platform/page/messages.ts'
import type { Page } from './contexts.ts'
import type { Flatten, FlattenPress } from '../actions/flatten.ts'

/**
 * ARMED it sells, in every mode it cancels own orders there. What cannot be sold is named.
 *
 * @param press  what stood there when it was pressed
 */
export function flattenMarket(
  { announcer, toasts, flatten }: Pick<Page, 'announcer' | 'toasts'> & { readonly flatten: Flatten },
  marketId: string,
  press: FlattenPress = flatten.press(flatten.plan(marketId)),
): void {
  const sent = flatten.send(press)
  const left = press.plan.unsellable.map(({ name, why }) => `${name}: ${why}`).join('; ')
  const page = { announcer, toasts }
  if (sent.kind === 'refused')
    sayRefused(page, 'Flatten', { text: `${sent.text}. ${left}`, group: 'flatten' })
  else if (left !== '') sayRefused(page, 'Flatten', { text: `Not sold are ${left}`, group: 'flatten' })
}
