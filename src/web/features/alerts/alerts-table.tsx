/** The list of alerts: the state of each, its distance, and its actions. */
import { useMemo } from 'react'
import type { Alert } from '../../platform/api/client.ts'
import { showDay, showLocal } from '../../platform/format/figures.ts'
import type { Prices } from '../../data/settings/prices.ts'
import { useKeyText, useMarketData, usePage, usePrices } from '../../contexts/contexts.ts'
import { useStore } from '../../platform/state/hooks.ts'
import { useTouch } from '../../platform/page/screen-class.ts'
import { draftOf } from '../../data/alerts/alert-draft.ts'
import {
  conditionText,
  placeText,
  distanceText,
  stateOf,
  stateTitle,
  valueText,
} from '../../data/alerts/alert-text.ts'
import { textColumn, timeColumn } from '../../widgets/data-table/columns.tsx'
import type { Column } from '../../widgets/data-table/column.ts'
import { DataTable } from '../../widgets/data-table/data-table.tsx'
import { ExitButton } from '../../widgets/exit-control.tsx'
import { openMarket } from '../../contexts/open-market.ts'
import { Button, tip } from '../../ui/controls.tsx'
import styles from './alert.module.css'

/** The table, or why it is empty. `items` are already chosen and ordered. */
export function AlertsTable({ items }: { readonly items: readonly Alert[] }) {
  const { alerts } = useMarketData()
  const { loaded, current } = useStore(alerts.list)
  const isTouch = useTouch()
  const key = useKeyText('alert')
  const prices = usePrices()
  const columns = useMemo(() => alertColumns(prices), [prices])
  return (
    <DataTable
      name="alerts"
      className={`cards ${styles.alertRows}`}
      label={items.length === 0 ? undefined : 'Alert rows'}
      columns={columns}
      rows={items}
      keyOf={({ id }) => id}
      rowProps={rowProps}
      isStale={!current}
      empty={
        !loaded
          ? 'Loading\u2026'
          : isTouch
            ? 'No alerts here. Tap New alert above, or a price on the ladder and then its bell.'
            : `No alerts here. ${key === '' ? '' : `Press ${key} on a focused ladder, or `}Alt and click a price.`
      }
    />
  )
}

const TONES = { ok: 'chip ok', plain: 'chip', warn: 'chip warn' } as const
const rowProps = ({ state }: Alert) => ({ 'data-state': state })

function alertColumns(prices: Prices): readonly Column<Alert>[] {
  return [
    textColumn('state', 'State', (alert) => stateOf(alert).text, {
      isFixed: true,
      cell: (alert) => (
        <span className={TONES[stateOf(alert).tone]} {...tip(stateTitle(alert))}>
          {stateOf(alert).text}
        </span>
      ),
    }),
    {
      id: 'alert',
      head: 'Alert',
      isFixed: true,
      className: styles.alertWhat,
      value: (alert) => whatText(alert, prices),
      cell: (alert) => <What alert={alert} prices={prices} />,
    },
    {
      id: 'now',
      head: 'Now',
      className: 'num',
      cell: (alert) => {
        const distance = alert.state === 'active' ? distanceText(alert) : null
        return (
          <>
            {valueText(alert, prices)}
            {distance !== null && <span className="dim"> {distance}</span>}
          </>
        )
      },
      cellProps: ({ checkedAt: at }) => ({
        ...tip(at === null ? '' : `Checked ${showLocal(at, true)}`),
      }),
    },
    timeColumn('last-fired', 'Last fired', ({ lastFiredAt }) => lastFiredAt, showDay, { className: 'extra' }),
    textColumn('note', 'Note', ({ note }) => note, {
      className: `extra ${styles.alertNote}`,
      cellProps: () => ({ 'data-tip': '' }),
    }),
    {
      id: 'actions',
      head: 'Actions',
      isHeadHidden: true,
      className: 'row-actions',
      cell: (alert) => <Actions alert={alert} prices={prices} />,
    },
  ]
}

function whatText(alert: Alert, prices: Prices): string {
  return `${conditionText(alert, prices)}, ${placeText(alert)}`
}

function What({ alert, prices }: { readonly alert: Alert; readonly prices: Prices }) {
  const { toasts, client, router } = usePage()
  return (
    <>
      <span className="strong">{conditionText(alert, prices)}</span>
      {alert.repeat && <span className="dim"> repeats</span>}
      {alert.eventId === null ? (
        <span className="dim cut">{placeText(alert)}</span>
      ) : (
        <Button
          className="plain cut dim"
          {...tip('Open the ladder')}
          onClick={() => {
            const { eventId, outcomeId } = alert
            void openMarket({ client, router, toasts }, { eventId, marketId: null, outcomeId })
          }}
        >
          {placeText(alert)}
        </Button>
      )}
    </>
  )
}

function Actions({ alert, prices }: { readonly alert: Alert; readonly prices: Prices }) {
  const { alerts } = useMarketData()
  const { toasts } = usePage()
  const what = whatText(alert, prices)

  function put(state: 'active' | 'paused'): void {
    void alerts.change(alert.id, { state }).then((answer) => {
      if (!answer.ok) {
        toasts.show({ tone: 'warn', title: 'Alert not changed', text: answer.error, group: 'alert' })
      }
    })
  }

  const isActive = alert.state === 'active'
  const word = isActive ? 'Pause' : alert.state === 'fired' ? 'Set again' : 'Resume'
  return (
    <>
      {alert.state === 'fired' && <ExitButton outcomeId={alert.outcomeId} />}
      <Button aria-label={`${word}: ${what}`} onClick={() => put(isActive ? 'paused' : 'active')}>
        {word}
      </Button>
      <Button aria-label={`Edit: ${what}`} onClick={() => alerts.draft.set(draftOf(alert, prices))}>
        Edit
      </Button>
      <Button aria-label={`Delete: ${what}`} onClick={() => void alerts.remove(alert)}>
        Delete
      </Button>
    </>
  )
}
