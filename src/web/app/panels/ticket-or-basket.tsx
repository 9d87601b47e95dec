/** The ticket's place: the basket of the selected event while one is open, else the ticket of the selected outcome. */
import { useWorkspace } from '../../contexts/contexts.ts'
import { TicketPanel } from '../../features/ticket/ticket-panel.tsx'
import { useSelected, useStore } from '../../platform/state/hooks.ts'
import { Button } from '../../ui/controls.tsx'
import { later } from '../../ui/later.tsx'

const BasketTicket = later(
  () => import('../../features/basket/basket-ticket.tsx').then((module) => module.BasketTicket),
  {
    failed: (_, again) => (
      <p className="empty danger">
        The basket could not be loaded. <Button onClick={again}>Load it again</Button>
      </p>
    ),
  },
)

export function TicketOrBasket() {
  const { basket, selection } = useWorkspace()
  const event = useStore(selection)?.event ?? null
  const hasBasket = useSelected(basket, (choice) => choice !== null && choice.eventId === event?.id)
  return hasBasket && event !== null ? <BasketTicket key={event.id} event={event} /> : <TicketPanel />
}
