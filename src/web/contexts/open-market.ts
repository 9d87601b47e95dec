/** Goes to the ladder of an outcome of which only ids are known. */
import { faultText } from '../platform/api/client.ts'
import type { Client } from '../platform/api/client.ts'
import { eventAddress } from '../platform/page/route.ts'
import type { Router } from '../platform/page/route.ts'
import type { Toasts } from '../platform/page/messages.ts'

export type MarketPlace = {
  readonly eventId: string | null
  readonly marketId: string | null
  readonly outcomeId: string | null
}

/** Reads what is missing and opens the event; says so when it cannot. */
export async function openMarket(
  parts: {
    readonly client: Pick<Client, 'call'>
    readonly router: Pick<Router, 'go'>
    readonly toasts: Pick<Toasts, 'show'>
  },
  place: MarketPlace,
): Promise<void> {
  const { client, router, toasts } = parts
  const refuse = (text: string) =>
    toasts.show({ tone: 'warn', title: 'Not opened', text, group: 'open market' })
  let { eventId } = place
  if (eventId === null && place.marketId !== null) {
    const market = await client.call('readMarket', { params: { marketId: place.marketId } })
    if (!market.ok) return refuse(faultText(market.error))
    eventId = market.value.eventId
  }
  if (eventId === null) return refuse('The market is not known.')
  const event = await client.call('readEvent', { params: { eventId } })
  if (!event.ok) return refuse(faultText(event.error))
  router.go(eventAddress(event.value.slug, place.outcomeId))
}
