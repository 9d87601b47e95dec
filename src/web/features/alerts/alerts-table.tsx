/** The list of alerts: how each stands, how far it is, and what can be done with it. */
import { BellIcon, CheckIcon, ClockIcon, TriangleAlertIcon } from 'lucide-react'
import type { Alert } from '../../platform/api/wire.ts'
import { showAge, showDay, showLocal } from '../../platform/format/times.ts'
import { usePrices } from '../../model/settings/use-prices.ts'
import { useNow } from '../../platform/state/use-now.ts'
import { useTouch } from '../../platform/page/use-media.ts'
import { useStore } from '../../platform/state/use-store.ts'
import { useMarketData } from '../../model/contexts/market-data.ts'
import { usePage } from '../../model/contexts/page.ts'
import { draftOf } from '../../model/alerts/alert-draft.ts'
import { useKeyText } from '../../model/keys/use-key-text.ts'
import {
  conditionText,
  distanceText,
  placeText,
  stateOf,
  stateTitle,
  valueText,
} from '../../model/alerts/alert-text.ts'
import { ExitButton } from '../../widgets/exit-button.tsx'
import { openMarket } from '../../model/alerts/open-market.ts'
import { tip } from '../../ui/overlays/tip.ts'
import '../../ui/alerts.css'

/** The table, or why it is empty. `items` are already chosen and ordered. */
export function AlertsTable({ items }: { readonly items: readonly Alert[] }) {
  const { alerts } = useMarketData()
  const { loaded, current } = useStore(alerts.list)
  const now = useNow(5_000)
  const isTouch = useTouch()
  const key = useKeyText('alert')
  if (items.length === 0) {
    return (
      <p className="empty">
        {!loaded
          ? 'Loading\u2026'
          : isTouch
            ? 'No alerts here. Tap New alert above, or a price on the ladder and then its bell.'
            : `No alerts here. ${key === '' ? '' : `Press ${key} on a focused ladder, or `}Alt and click a price.`}
      </p>
    )
  }
  return (
    <div
      className="panel-body alert-rows"
      tabIndex={0}
      role="region"
      aria-label="Alert rows"
      data-stale={current ? undefined : ''}
    >
      <table className="table">
        <thead>
          <tr>
            <th scope="col">State</th>
            <th scope="col">Alert</th>
            <th scope="col" className="num">
              Now
            </th>
            <th scope="col" className="extra">
              Last fired
            </th>
            <th scope="col" className="extra">
              Note
            </th>
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((alert) => (
            <AlertRow key={alert.id} alert={alert} now={now} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function AlertRow({ alert, now }: { readonly alert: Alert; readonly now: number }) {
  const { alerts } = useMarketData()
  const { toasts, client, router } = usePage()
  const prices = usePrices()
  const condition = conditionText(alert, prices)
  const what = `${condition}, ${placeText(alert)}`
  const distance = distanceText(alert)
  const value = valueText(alert, prices)
  const fired = alert.last_fired_at === null ? null : Date.parse(alert.last_fired_at)

  function put(state: 'active' | 'paused'): void {
    void alerts.change(alert.id, { state }).then((answer) => {
      if (!answer.ok) {
        toasts.show({
          tone: 'warn',
          title: 'Alert not changed',
          text: answer.error,
          sticky: false,
          group: 'alert',
        })
      }
    })
  }

  return (
    <tr data-state={alert.state}>
      <td>
        <StateChip alert={alert} />
      </td>
      <td className="alert-what">
        <span className="strong">{condition}</span>
        {alert.repeat && <span className="dim"> repeats</span>}
        {alert.event_id === null ? (
          <span className="dim cut">{placeText(alert)}</span>
        ) : (
          <button
            type="button"
            className="plain cut dim"
            {...tip('Open the ladder')}
            onClick={() => {
              const { event_id: eventId, outcome_id: outcomeId } = alert
              void openMarket({ client, router, toasts }, { eventId, marketId: null, outcomeId })
            }}
          >
            {placeText(alert)}
          </button>
        )}
      </td>
      <td
        className="num"
        {...tip(alert.checked_at === null ? '' : `Checked ${showLocal(Date.parse(alert.checked_at), true)}`)}
      >
        {value}
        {alert.state === 'active' && distance !== null && <span className="dim"> {distance}</span>}
      </td>
      <td className="extra" {...tip(fired === null ? '' : showDay(fired))}>
        {fired === null ? <span className="dim">never</span> : `${showAge(now - fired)} ago`}
      </td>
      <td className="extra alert-note" data-tip="">
        {alert.note}
      </td>
      <td className="row-actions">
        {alert.state === 'fired' && <FiredActions alert={alert} what={what} />}
        {alert.state === 'active' ? (
          <button
            type="button"
            className="button small"
            aria-label={`Pause: ${what}`}
            onClick={() => put('paused')}
          >
            Pause
          </button>
        ) : (
          <button
            type="button"
            className="button small"
            aria-label={`${alert.state === 'fired' ? 'Set again' : 'Resume'}: ${what}`}
            onClick={() => put('active')}
          >
            {alert.state === 'fired' ? 'Set again' : 'Resume'}
          </button>
        )}
        <button
          type="button"
          className="button small"
          aria-label={`Edit: ${what}`}
          onClick={() => alerts.draft.set(draftOf(alert, prices))}
        >
          Edit
        </button>
        <button
          type="button"
          className="button small"
          aria-label={`Delete: ${what}`}
          onClick={() => void alerts.remove(alert)}
        >
          Delete
        </button>
      </td>
    </tr>
  )
}

/** What one may want to do once it has fired: look at the market, and exit the position there. */
function FiredActions({ alert, what }: { readonly alert: Alert; readonly what: string }) {
  const { client, router, toasts } = usePage()
  const { event_id: eventId, outcome_id: outcomeId } = alert
  return (
    <>
      {eventId !== null && (
        <button
          type="button"
          className="button small"
          aria-label={`Open the ladder: ${what}`}
          onClick={() => void openMarket({ client, router, toasts }, { eventId, marketId: null, outcomeId })}
        >
          Ladder
        </button>
      )}
      <ExitButton outcomeId={outcomeId} />
    </>
  )
}

function StateChip({ alert }: { readonly alert: Alert }) {
  const { tone, text } = stateOf(alert)
  const tones = { ok: 'chip ok', plain: 'chip', warn: 'chip warn' } as const
  return (
    <span className={tones[tone]} {...tip(stateTitle(alert))}>
      {tone === 'warn' ? (
        <TriangleAlertIcon />
      ) : alert.state === 'fired' ? (
        <BellIcon />
      ) : tone === 'ok' ? (
        <CheckIcon />
      ) : (
        <ClockIcon />
      )}
      {text}
    </span>
  )
}
