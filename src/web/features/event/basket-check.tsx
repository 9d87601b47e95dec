/** The choice of outcomes for a basket: a box in the row of each market's first outcome, and the button that opens it. */
import { chooseMarket, basketMarkets, emptyBasket } from '../../data/markets/basket-choice.ts'
import { marketTitle } from '../../data/markets/selection.ts'
import type { Event } from '../../platform/api/client.ts'
import { useSelected } from '../../platform/state/hooks.ts'
import { useTitleWithKey, useWorkspace } from '../../contexts/contexts.ts'
import { Button, tip } from '../../ui/controls.tsx'
import type { OutcomeRow } from './outcome-tools.tsx'

export function BasketCheck({ event, market, outcome }: OutcomeRow) {
  const { basket } = useWorkspace()
  const isChosen = useSelected(basket, (choice) => choice?.markets.includes(market.id) === true)
  if (market.outcomes[0]?.id !== outcome.id || !basketMarkets(event).includes(market)) return null
  return (
    <input
      type="checkbox"
      data-basket=""
      aria-label={`${marketTitle(event, market)} in the basket`}
      checked={isChosen}
      // A press with Shift chooses all from the last one to this.
      onClick={({ shiftKey }) => basket.update((old) => old && chooseMarket(old, event, market.id, shiftKey))}
      onChange={() => undefined}
    />
  )
}

export function BasketButton({ event }: { readonly event: Event }) {
  const { basket } = useWorkspace()
  const isOpen = useSelected(basket, (choice) => choice?.eventId === event.id)
  const title = useTitleWithKey('Buy several outcomes of the event together', 'basket')
  return (
    <Button
      className="button small"
      aria-pressed={isOpen}
      {...tip(title)}
      onClick={() => basket.set(isOpen ? null : emptyBasket(event))}
    >
      Basket
    </Button>
  )
}
