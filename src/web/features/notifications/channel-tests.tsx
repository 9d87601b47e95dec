/** Each channel beside the page itself: its state, and a button that tries it and says what happened. */
import { useState } from 'react'
import type { ReactNode } from 'react'
import { faultText } from '../../platform/api/client.ts'
import type { NotificationSettings } from '../../platform/api/client.ts'
import { showLocal } from '../../platform/format/figures.ts'
import { useNow, useSelected, useStore } from '../../platform/state/hooks.ts'
import { usePage } from '../../contexts/contexts.ts'
import { DESKTOP_WORDS } from '../../data/alerts/desktop.ts'
import { CHANNEL_NAMES } from '../../data/alerts/kinds.ts'
import { soundText } from '../../data/alerts/sound-player.ts'
import { chatText } from '../../words/status-text.ts'
import styles from './notification.module.css'
import { Button, Panel } from '../../ui/controls.tsx'

type Props = { readonly settings: NotificationSettings }

export function ChannelTests({ settings }: Props) {
  return (
    <Panel title="Channels">
      <div className="setting-lines">
        <SoundLine settings={settings} />
        <DesktopLine />
        <ChatLine settings={settings} />
      </div>
    </Panel>
  )
}

/** Result of a test; `ok` null while it runs. */
type Outcome = { readonly ok: boolean | null; readonly text: string }

const failed = (text: string): Outcome => ({ ok: false, text })
const passed = (text: string): Outcome => ({ ok: true, text })

function Line(props: {
  readonly channel: keyof typeof CHANNEL_NAMES
  readonly state: string
  readonly isBad?: boolean
  readonly isOff?: boolean
  readonly children?: ReactNode
  readonly onTest: () => Outcome | Promise<Outcome>
}) {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const name = CHANNEL_NAMES[props.channel]

  async function test(): Promise<void> {
    const answer = props.onTest()
    if (answer instanceof Promise) setOutcome({ ok: null, text: 'Sending\u2026' })
    setOutcome(await answer)
  }

  return (
    <div className="setting channel" role="group" aria-label={name}>
      <span className="channel-name strong">{name}</span>
      <span className={`wrapped ${props.isBad === true ? 'text-1' : 'text-2'}`}>
        {props.state}
        {outcome !== null && (
          <b className={outcome.ok === null ? 'soft' : outcome.ok ? 'ok' : 'danger'}> {outcome.text}</b>
        )}
      </span>
      <span className={`row gap-8 ${styles.channelTools}`}>
        {props.children}
        <Button
          aria-label={`Test ${name.toLowerCase()}`}
          disabled={props.isOff === true || outcome?.ok === null}
          onClick={() => void test()}
        >
          Test
        </Button>
      </span>
    </div>
  )
}

function SoundLine({ settings }: Props) {
  const { client, notifications, toasts } = usePage()
  const { player } = notifications
  const state = useStore(player.state)
  const [typed, setTyped] = useState<number | null>(null)
  const volume = typed ?? settings.soundVolume

  async function keep(): Promise<void> {
    if (typed === null) return
    const answer = await client.call('writeNotificationSettings', { body: { soundVolume: typed } })
    setTyped(null)
    if (answer.ok) {
      notifications.settings.set(answer.value)
      player.play('alert', typed)
    } else {
      const text = faultText(answer.error)
      toasts.show({ tone: 'warn', title: 'Volume not kept', text, group: 'volume' })
    }
  }

  return (
    <Line
      channel="sound"
      state={soundText(state, volume)}
      isBad={state !== 'ready' && volume > 0}
      onTest={() =>
        player.play('alert', volume)
          ? passed('Played.')
          : failed(`Not played: ${soundText(player.state.get(), volume).toLowerCase()}`)
      }
    >
      <label className="volume row gap-8">
        <span className="visually-hidden">Volume</span>
        <input
          type="range"
          min="0"
          max="100"
          step="5"
          aria-label="Volume"
          value={volume}
          onChange={(event) => setTyped(event.target.valueAsNumber)}
          onPointerUp={() => void keep()}
          onKeyUp={() => void keep()}
          onBlur={() => void keep()}
        />
        <output className="num">{volume === 0 ? 'off' : volume}</output>
      </label>
    </Line>
  )
}

function DesktopLine() {
  const { desktop } = usePage().notifications
  const state = useStore(desktop.state)
  async function test(): Promise<Outcome> {
    const text = 'This is what a desktop message looks like.'
    const fault = await desktop.show({ id: 'test', title: 'Sesame: test', text }, false)
    return fault === null ? passed('Sent.') : failed(`Not sent: ${fault}`)
  }
  return (
    <Line
      channel="desktop"
      state={DESKTOP_WORDS[state]}
      isBad={state !== 'granted'}
      isOff={state !== 'granted'}
      onTest={test}
    >
      {state === 'default' && <Button onClick={() => void desktop.ask()}>Allow{'\u2026'}</Button>}
    </Line>
  )
}

function ChatLine({ settings }: Props) {
  const { client, notifications } = usePage()
  const now = useNow()
  // The topic is as new as can be; the settings were read once.
  const chatStatus = useSelected(usePage().status, (status) => status?.chat ?? null)
  const chat = settings.chat === null ? null : (chatStatus ?? settings.chat)
  const wait = Math.max(0, Math.ceil(((chat?.testAllowedAt ?? 0) - now) / 1_000))

  async function test(): Promise<Outcome> {
    // The chat service may take its time; the terminal gives up before this page does.
    const answer = await client.call('testNotification', { body: {} })
    const read = await client.call('readNotificationSettings', {})
    if (read.ok) notifications.settings.set(read.value)
    if (answer.ok) return passed(`Sent ${showLocal(answer.value.sentAt, true)}.`)
    const reason = faultText(answer.error)
    return failed(reason.startsWith('Not sent') ? reason : `Not sent: ${reason}`)
  }

  return (
    <Line
      channel="chat"
      state={chatText(chat)}
      isBad={chat !== null && chat.lastFailure !== null}
      isOff={chat === null || wait > 0}
      onTest={test}
    >
      {wait > 0 && <span className="dim">again in {wait} s</span>}
    </Line>
  )
}
