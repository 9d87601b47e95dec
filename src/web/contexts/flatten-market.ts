/** Flattens one market by one press, and says what came of the press. */
import { sayRefused } from '../platform/page/messages.ts'
import type { Page } from './contexts.ts'
import { refusedText } from '../actions/outcome.ts'
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
  const texts = [refusedText(sent), left === '' ? '' : `not sold: ${left}`]
  const text = texts.filter((part) => part !== '').join('; ')
  if (text !== '') sayRefused({ announcer, toasts }, 'Flatten', { text, group: 'flatten' })
}
