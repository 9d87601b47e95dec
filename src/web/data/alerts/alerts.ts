/** Alerts in this tab: the list from the topic, their marks on prices, the one being written, and the commands. */
import { alert as record } from '#contract/records/alerts.ts'
import { err, ok } from '#lib/result.ts'
import type { Result } from '#lib/result.ts'
import { faultText } from '../../platform/api/client.ts'
import type { Alert, AlertBody, AlertChange, ApiFault, Client } from '../../platform/api/client.ts'
import { createListStore } from '../../platform/live/list-store.ts'
import type { Live } from '../../platform/live/socket.ts'
import { pricesIn } from '../settings/prices.ts'
import type { Announcer, Toasts } from '../../platform/page/messages.ts'
import type { Frame } from '../../platform/page/frame.ts'
import type { Settings } from '../settings/settings.ts'
import { createStore } from '../../platform/state/store.ts'
import type { Readable } from '../../platform/state/store.ts'
import type { AlertDraft } from './alert-draft.ts'
import { groupAlertLevels } from './alert-levels.ts'
import type { AlertLevels } from './alert-levels.ts'
import { conditionText, placeText } from './alert-text.ts'

/** The most there can be (API-7). */
export const MAX_ALERTS = 200

/** Builds them and follows the topic. */
export function createAlerts(deps: {
  readonly client: Client
  readonly live: Pick<Live, 'watch'>
  readonly frame: Frame
  readonly toasts: Toasts
  readonly announcer: Announcer
  readonly settings: Readable<Pick<Settings, 'priceFormat'>>
}) {
  const { client, toasts, announcer, settings } = deps
  const prices = () => pricesIn(settings.get().priceFormat)
  const list = createListStore<Alert>({
    decode: record.decode,
    keyOf: ({ id }) => id,
    order: (a, b) => (a.createdAt < b.createdAt ? 1 : -1),
    onChange: () => deps.frame.mark(list.flush),
  })
  const levels = createStore<AlertLevels>(new Map())
  const regroup = () => levels.set(groupAlertLevels(list.get().items, levels.get(), prices()))
  list.subscribe(regroup)
  settings.subscribe(regroup)
  deps.live.watch('alerts', list)

  /** Shown at once; the topic brings the same again. */
  function keep(answer: Result<Alert, ApiFault>, words: string): Result<Alert, string> {
    if (!answer.ok) return err(faultText(answer.error))
    list.keep(answer.value)
    announcer.report(`${words}: ${conditionText(answer.value, prices())}, ${placeText(answer.value)}`)
    return ok(answer.value)
  }

  /** Draft of the dialog when it opens; null while it is closed. */
  const draft = createStore<AlertDraft | null>(null)

  return {
    list,
    levels,
    draft,
    /** Closes the dialog if it still holds this one: an answer may come when the next is open. */
    done: (settled: AlertDraft) => draft.update((open) => (open === settled ? null : open)),
    /** Each answers the reason when the terminal refused. */
    create: async (body: AlertBody) => keep(await client.call('createAlert', { body }), 'Alert set'),
    change: async (id: string, body: AlertChange) =>
      keep(await client.call('changeAlert', { params: { alertId: id }, body }), 'Alert changed'),
    async remove(alert: Alert): Promise<void> {
      const answer = await client.call('deleteAlert', { params: { alertId: alert.id } })
      if (answer.ok) {
        list.forget(alert.id)
        announcer.report('Alert deleted')
        return
      }
      const text = faultText(answer.error)
      toasts.show({ tone: 'warn', title: 'Alert not deleted', text, group: 'alert' })
    },
  }
}
