/** The workspace of a phone: one of ladder, outcomes and market data at a time, with the ticket as a sheet over it. Nothing of it scrolls as a whole. */
import { useEffect, useRef, useState } from 'react'
import { useSelected } from '../../platform/state/hooks.ts'
import { useTrading, useWorkspace } from '../../contexts/contexts.ts'
import { Link } from '../../widgets/link.tsx'
import { TabList, TabPanel, Tabs } from '../../ui/tabs.tsx'
import { SidePanel } from '../panels/side-panel.tsx'
import { EventPanel } from '../panels/event-panel.tsx'
import { InsightPanel } from '../panels/insight-panel.tsx'
import { GameStrip } from '../../features/games/game-strip.tsx'
import { Ladder } from '../../features/ladder/ladder.tsx'
import { TicketOrBasket } from '../panels/ticket-or-basket.tsx'
import { useRoutedEvent } from '../workspace/use-routed-event.ts'
import styles from './phone.module.css'
import { Button } from '../../ui/controls.tsx'

const TABS = [
  ['ladder', 'Ladder'],
  ['event', 'Outcomes'],
  ['data', 'Chart'],
] as const

type Tab = (typeof TABS)[number][0]

/** The selected event, or the markets to choose from. */
export function PhoneWorkspace() {
  const { read, shown, slug } = useRoutedEvent()
  const [tab, setTab] = useState<Tab>('ladder')
  const [isTicketOpen, setTicketOpen] = useTicket()
  const opener = useRef<HTMLButtonElement>(null)
  useFocusBehind(isTicketOpen, setTicketOpen)
  const outcomeId = shown?.outcome.id ?? null
  const [before, setBefore] = useState(outcomeId)
  if (outcomeId !== before) {
    setBefore(outcomeId)
    setTab('ladder')
  }

  if (slug === null) {
    return (
      <main className={styles.phone}>
        <h1 className="visually-hidden">Markets</h1>
        <SidePanel />
      </main>
    )
  }
  if (shown === null) {
    return (
      <main className={styles.phone}>
        {read.data === undefined && <h1 className="visually-hidden">Event</h1>}
        <EventPanel read={read} />
      </main>
    )
  }
  return (
    <Tabs shown={tab} onShow={setTab}>
      <main className={`${styles.phone} event-page`}>
        {tab !== 'event' && (
          <header className={`rigid ground-2 framed ${styles.phoneEvent}`}>
            <h1 className="cut">{shown.event.title}</h1>
            <GameStrip key={shown.event.id} event={shown.event} />
          </header>
        )}
        <div className={`rigid gap-4 ${styles.phoneTabs}`}>
          <Link to="/" className={styles.phoneBack}>
            Markets
          </Link>
          <TabList label="Parts of the event" tabs={TABS} />
          <Button
            ref={opener}
            className="button push"
            aria-expanded={isTicketOpen}
            onClick={() => setTicketOpen(!isTicketOpen)}
          >
            Ticket
          </Button>
        </div>
        <TabPanel className={`flex fills slim ${styles.phoneTab}`}>
          {tab === 'event' ? (
            <EventPanel read={read} />
          ) : tab === 'data' ? (
            <InsightPanel selection={shown} />
          ) : (
            <Ladder
              key={shown.outcome.id}
              event={shown.event}
              market={shown.market}
              outcome={shown.outcome}
              isSelected
            />
          )}
        </TabPanel>
        {isTicketOpen && (
          <TicketSheet
            onClose={() => {
              setTicketOpen(false)
              opener.current?.focus()
            }}
          />
        )}
      </main>
    </Tabs>
  )
}

/** State of the ticket: opened by its button, or by a ladder or the games board that filled it in. */
function useTicket(): readonly [boolean, (isOpen: boolean) => void] {
  const { draft } = useTrading()
  const { ticketCall } = useWorkspace()
  const [isOpen, setOpen] = useState(ticketCall.get)
  useEffect(() => ticketCall.set(false), [ticketCall])
  const filledIn = useSelected(draft, (now) => now?.filledIn ?? 0)
  const [before, setBefore] = useState(filledIn)
  if (filledIn !== before) {
    setBefore(filledIn)
    if (filledIn > before) setOpen(true)
  }
  return [isOpen, setOpen]
}

/** Closes the ticket when keys go on behind it: nothing that is hidden has the focus or takes keys that trade. */
function useFocusBehind(isOpen: boolean, setOpen: (isOpen: boolean) => void): void {
  useEffect(() => {
    if (!isOpen) return undefined
    function onFocus({ target }: FocusEvent): void {
      if (!(target instanceof Element) || !target.matches('.phone :focus-visible')) return
      if (target.closest('.phone-ticket-sheet') === null) setOpen(false)
    }
    document.addEventListener('focusin', onFocus)
    return () => document.removeEventListener('focusin', onFocus)
  }, [isOpen, setOpen])
}

/** Over the ladder, never over Cancel All: what is below it stays in reach. */
function TicketSheet({ onClose }: { readonly onClose: () => void }) {
  const sheet = useRef<HTMLDivElement>(null)
  const close = useRef<HTMLButtonElement>(null)
  useEffect(() => close.current?.focus(), [])
  // From wherever in it the focus is, but not from a dialog over it.
  useEffect(() => {
    const element = sheet.current
    if (element === null) return undefined
    function onKeyDown(down: KeyboardEvent): void {
      if (down.key !== 'Escape' || down.defaultPrevented) return
      down.preventDefault()
      onClose()
    }
    element.addEventListener('keydown', onKeyDown)
    return () => element.removeEventListener('keydown', onKeyDown)
  }, [onClose])
  return (
    <div ref={sheet} className={styles.ticketSheet}>
      <Button ref={close} className={styles.sheetClose} aria-label="Close the ticket" onClick={onClose}>
        <i aria-hidden="true" />
      </Button>
      <TicketOrBasket />
    </div>
  )
}
