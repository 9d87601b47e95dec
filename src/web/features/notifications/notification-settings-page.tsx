/** Which channel delivers which kind, how loud, and whether each channel works, with a test of each. */
import { useEffect, useMemo, useState } from 'react'
import { faultText } from '../../platform/api/client.ts'
import type { Channel, NotificationKind, NotificationSettings } from '../../platform/api/client.ts'
import { useStore } from '../../platform/state/hooks.ts'
import { usePage } from '../../contexts/contexts.ts'
import { LockIcon } from 'lucide-react'
import type { Column } from '../../widgets/data-table/column.ts'
import { DataTable } from '../../widgets/data-table/data-table.tsx'
import { Link } from '../../widgets/link.tsx'
import { Page, Panel, tip } from '../../ui/controls.tsx'
import { ChannelTests } from './channel-tests.tsx'
import { CHANNEL_NAMES, KINDS } from '../../data/alerts/kinds.ts'

/** The page. */
export function NotificationSettingsPage() {
  const { client, notifications } = usePage()
  const settings = useStore(notifications.settings)
  const [fault, setFault] = useState<string | null>(null)

  useEffect(() => {
    void client.call('readNotificationSettings', {}).then((answer) => {
      if (answer.ok) notifications.settings.set(answer.value)
      else setFault(faultText(answer.error))
    })
  }, [client, notifications])

  async function write(kind: NotificationKind, channel: Channel, isOn: boolean): Promise<void> {
    const answer = await client.call('writeNotificationSettings', {
      body: { rules: { [kind]: { [channel]: isOn } } },
    })
    if (answer.ok) notifications.settings.set(answer.value)
    setFault(answer.ok ? null : faultText(answer.error))
  }

  return (
    <Page className="narrow">
      <header className="page-head">
        <h1>Notification rules</h1>
        <span className="soft">Saved on this terminal for all browsers.</span>
        <span className="push" />
        <Link to="/notifications">Notifications</Link>
        <Link to="/settings">Settings</Link>
      </header>
      {fault !== null && <p className="fault">{fault}</p>}
      {settings !== null && (
        <>
          <ChannelTests settings={settings} />
          <Panel title="Notification routing" label="Rules">
            <Matrix settings={settings} onChange={(...choice) => void write(...choice)} />
          </Panel>
        </>
      )}
      <p className="rigid fine dim pad-10">
        Every notification is kept in the list for 30 days, whatever is chosen here. A sound and a desktop
        message are given once, by the page in use.
      </p>
    </Page>
  )
}

const CHANNELS = ['toast', 'sound', 'desktop', 'chat'] as const
const NAMES = Object.keys(KINDS) as readonly NotificationKind[]

type OnChange = (kind: NotificationKind, channel: Channel, isOn: boolean) => void

function Matrix(props: { readonly settings: NotificationSettings; readonly onChange: OnChange }) {
  const { settings, onChange } = props
  const columns = useMemo(() => matrixColumns(settings, onChange), [settings, onChange])
  return (
    <DataTable
      name="notification-rules"
      className="rules"
      columns={columns}
      rows={ROWS}
      keyOf={({ kind }) => kind}
    />
  )
}

type KindRow = { readonly kind: NotificationKind }

const ROWS: readonly KindRow[] = NAMES.map((kind) => ({ kind }))

function matrixColumns(settings: NotificationSettings, onChange: OnChange): readonly Column<KindRow>[] {
  const { rules, locked, telegramConfigured: hasChat } = settings
  return [
    {
      id: 'event',
      head: 'Event',
      isRowHead: true,
      cell: ({ kind }) => (
        <>
          <span className="strong">{KINDS[kind].name}</span>
          <span className="dim fine block extra">{KINDS[kind].tells}</span>
        </>
      ),
    },
    ...CHANNELS.map((channel): Column<KindRow> => {
      const isOff = channel === 'chat' && !hasChat
      return {
        id: channel,
        head: CHANNEL_NAMES[channel],
        headContent: (
          <>
            {CHANNEL_NAMES[channel]}
            {isOff && <span className="dim fine light block">not set up</span>}
          </>
        ),
        className: 'rule',
        isFixed: true,
        cell: ({ kind }) => (
          <Rule
            name={`${KINDS[kind].name}: ${CHANNEL_NAMES[channel]}`}
            isLocked={locked.some((one) => one.kind === kind && one.channel === channel)}
            isOn={rules[kind][channel]}
            onChange={(isOn) => onChange(kind, channel, isOn)}
          />
        ),
        cellProps: () => (isOff ? { 'data-off': '' } : {}),
      }
    }),
  ]
}

function Rule(props: {
  readonly name: string
  readonly isLocked: boolean
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}) {
  const { name, isLocked, isOn, onChange } = props
  return isLocked ? (
    <span className="inline-row gap-4 fine text-2" {...tip('Always sent to chat: it cannot be switched off')}>
      <LockIcon />
      <span className="visually-hidden">{name}: always sent, cannot be switched off</span>
      <span aria-hidden="true">always</span>
    </span>
  ) : (
    <label>
      <input
        type="checkbox"
        aria-label={name}
        checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  )
}
