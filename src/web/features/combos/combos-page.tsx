/** Combos: the slip, the newest quote, requests, positions and activity; or why there are none. */
import { useRead } from '../../api/use-read.ts'
import { useStore } from '../../state/use-store.ts'
import { useTerminal } from '../../terminal-context.ts'
import { Builder } from './builder.tsx'
import { ComboActivityTable, ComboPositions, RfqTable } from './combo-lists.tsx'
import { unavailableText } from './combo-words.ts'
import { QuoteCard } from './quote-card.tsx'
import '../../ui/combos.css'

/** The page. */
export function CombosPage() {
  const terminal = useTerminal()
  const trading = useStore(terminal.trading)
  const newest = useStore(terminal.combos.rfqs).items[0]
  const limits = useRead('risk', (signal) => terminal.client.call('readRiskSettings', {}, { signal }))
  const venue = useRead('rfqs', (signal) => terminal.client.call('listComboRfqs', {}, { signal }))
  const hasNone = venue.fault?.kind === 'problem' && venue.fault.problem.code === 'combos_unavailable'
  const unavailable = unavailableText(hasNone ? false : null, trading)
  return (
    <main className="page combos">
      <header className="page-head">
        <h1>Combos</h1>
        <span className="soft">several legs, one price; a quote lives a few seconds</span>
      </header>
      {unavailable === null ? (
        <div className="combo-desk">
          <Builder mostLegs={limits.data?.limits.max_combo_legs ?? null} />
          {newest !== undefined && <QuoteCard rfq={newest} />}
        </div>
      ) : (
        <p className="empty" role="status">
          Combos are not available. {unavailable}
        </p>
      )}
      {!hasNone && (
        <>
          <RfqTable />
          <ComboPositions />
          <ComboActivityTable />
        </>
      )}
    </main>
  )
}
