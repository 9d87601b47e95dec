/** Presses on the board's prices, and the outcome of the last one. */
import { createContext, useCallback, useMemo, useState } from 'react'
import { useAccount, useMarketData, usePage, useTrading, useWorkspace } from '../../contexts/contexts.ts'
import { createPricePresses } from './price-press.ts'
import type { ListedPrice, PricePresses, PressResult } from './price-press.ts'
import { eventAddress } from '../../platform/page/route.ts'
import { DOCKED, useMedia } from '../../platform/page/screen-class.ts'
import { useRequired, useSelected } from '../../platform/state/hooks.ts'

/** Behind the words of a press that is not sent. */
export const INTO_TICKET = ' into the ticket'

export type Board = {
  readonly presses: PricePresses
  /** True if a press sends now. */
  readonly sends: boolean
  readonly onResult: (result: PressResult, at: ListedPrice) => void
}

/** The last press that was sent or refused. */
export type BoardNote = { readonly at: ListedPrice; readonly result: PressResult }

export const BoardContext = createContext<Board | null>(null)

export function useBoard(): Board {
  return useRequired(BoardContext)
}

/** Builds them for the page; where the ticket is not beside the board, it is gone to. */
export function useBoardPresses(): Board & { readonly note: BoardNote | null } {
  const { books } = useMarketData()
  const { account, positions } = useAccount()
  const { selection, ticketCall } = useWorkspace()
  const { draft, orderDefaults, trading, clicks } = useTrading()
  const { settings, live, router, announcer } = usePage()
  const isDocked = useMedia(DOCKED)
  const [note, setNote] = useState<BoardNote | null>(null)
  const isArmed = useSelected(trading, (state) => state?.mode === 'ARMED')
  const isChosen = useSelected(settings, ({ boardSends: sends }) => sends)
  const presses = useMemo(
    () =>
      createPricePresses({
        books,
        account,
        positions,
        selection,
        draft,
        orderDefaults,
        trading,
        clicks,
        settings,
        live,
      }),
    [books, account, positions, selection, draft, orderDefaults, trading, clicks, settings, live],
  )
  const onResult = useCallback(
    (result: PressResult, at: ListedPrice) => {
      setNote(result.kind === 'ticket' ? null : { at, result })
      if (result.kind === 'refused') announcer.report(`Refused: ${result.text}`)
      if (result.kind !== 'ticket' || isDocked) return
      ticketCall.set(true)
      router.go(eventAddress(at.selection.event.slug, at.selection.outcome.id))
    },
    [announcer, isDocked, router, ticketCall],
  )
  const sends = isArmed && isChosen
  return useMemo(() => ({ presses, sends, onResult, note }), [presses, sends, onResult, note])
}
