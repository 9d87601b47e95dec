/** The account's figures: each a button that opens its addends; above them what keeps them from being whole or current. */
import { useState } from 'react'
import { TriangleAlertIcon } from 'lucide-react'
import { showAge, showLocal } from '../../platform/format/times.ts'
import { writtenTime } from '../../platform/format/written.ts'
import { useNow } from '../../platform/state/use-now.ts'
import { useStore } from '../../platform/state/use-store.ts'
import { useAccount } from '../../contexts/account.ts'
import { PartsDialog } from './parts-dialog.tsx'
import { summaryWarnings } from '../../words/summary-text.ts'
import { tip } from '../../ui/overlays/tip.ts'
import { tilesOf } from './tiles.ts'
import type { TileName } from './tiles.ts'
import { Button } from '../../ui/button.tsx'

/** The tiles with the time that they are of. */
export function SummaryTiles() {
  const { summary, current } = useStore(useAccount().account)
  const [opened, setOpened] = useState<TileName | null>(null)
  const now = useNow()
  if (summary === null) return null
  const tiles = tilesOf(summary)
  const venue = tiles.find(({ name, isWarning }) => name === 'venue' && !isWarning)
  const warnings = summaryWarnings(summary, current, now)
  return (
    <section className="panel tiles-panel" aria-label="Summary" data-stale={current ? undefined : ''}>
      <header className="panel-head">
        <h2>Summary</h2>
        {venue !== undefined && (
          <Button
            className="plain"
            data-tile="venue"
            aria-haspopup="dialog"
            onClick={() => setOpened('venue')}
          >
            Venue {venue.value}
          </Button>
        )}
        <span className="soft push">
          as of <time dateTime={writtenTime(summary.asOf)}>{showLocal(summary.asOf, true)}</time>
          {current ? ', live' : `, ${showAge(now - summary.asOf)} old`}
        </span>
        {!current && (
          <span className="chip warn">
            <TriangleAlertIcon />
            STALE
          </span>
        )}
      </header>
      {warnings.length > 0 && (
        <ul className="account-warnings">
          {warnings.map((text) => (
            <li key={text}>
              <TriangleAlertIcon /> {text}
            </li>
          ))}
        </ul>
      )}
      <ul className="tiles">
        {tiles
          .filter(({ name, isWarning }) => name !== 'venue' || isWarning)
          .map((tile) => (
            <li key={tile.name}>
              <Button
                className="tile"
                data-tile={tile.name}
                aria-haspopup="dialog"
                onClick={() => setOpened(tile.name)}
              >
                <span className="tile-label">{tile.label}</span>
                <b className={tile.tone === 'plain' ? undefined : tile.tone} {...tip(tile.exact)}>
                  {tile.value}
                </b>
                <span className="tile-note">
                  {tile.isWarning && <TriangleAlertIcon />}
                  {tile.note}
                </span>
              </Button>
            </li>
          ))}
      </ul>
      {opened !== null && <PartsDialog name={opened} summary={summary} onClose={() => setOpened(null)} />}
    </section>
  )
}
