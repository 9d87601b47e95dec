/** Combos: the draft, the newest quote, requests, positions and activity; or why there are none. */
import { useQuery } from '@tanstack/react-query'
import { readOf } from '../../platform/api/queries.ts'
import { useStore } from '../../platform/state/hooks.ts'
import { usePage, useTrading } from '../../contexts/contexts.ts'
import { Page } from '../../ui/controls.tsx'
import { Builder } from './builder.tsx'
import { ComboActivityTable, ComboPositions, RfqTable } from './combo-lists.tsx'
import { closedTexts } from '../../words/combo-text.ts'
import { QuoteCard } from './quote-card.tsx'
import styles from './combo.module.css'

/** The page. */
export function CombosPage() {
  const { combos } = useTrading()
  const { client } = usePage()
  const trading = useStore(useTrading().trading)
  const newest = useStore(combos.rfqs).items[0]
  const limits = useQuery(readOf(client, 'readRiskSettings', {}))
  const isUnavailable = trading?.combosReasons.includes('combos_unavailable') === true
  const closed = closedTexts(trading)
  return (
    <Page className="combos">
      <header className="page-head">
        <h1>Combos</h1>
        <span className="soft">Quote several outcomes as one price. Quotes last seconds.</span>
      </header>
      {!isUnavailable ? (
        <>
          {trading !== null && closed.length > 0 && (
            <section className={styles.comboClosed} aria-label="Why nothing can be accepted">
              <b>Nothing can be accepted now</b>
              <ul>
                {closed.map((text) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
            </section>
          )}
          <div className={`rigid gap-4 ${styles.comboColumns}`}>
            <Builder mostLegs={limits.data?.limits.maxComboLegs ?? null} />
            {newest !== undefined && <QuoteCard rfq={newest} />}
          </div>
        </>
      ) : (
        <p className="empty" role="status">
          Combos are not available. They need a combos address in the venue profile, and a session key with
          the scopes CLOB and COMBOSRFQ, or ALL.
        </p>
      )}
      {trading !== null && (
        <>
          <RfqTable />
          <ComboPositions />
          <ComboActivityTable />
        </>
      )}
    </Page>
  )
}
