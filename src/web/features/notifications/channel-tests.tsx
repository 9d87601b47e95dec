/** Each channel: its state, and a button that tries it and says what happened. */
import { useState } from 'react'
import type { ReactNode } from 'react'
import { faultText } from '../../platform/api/client.ts'
import type { NotificationSettings } from '../../platform/api/client.ts'
import { showLocal } from '../../platform/format/figures.ts'
import { useNow, useSelected, useStore } from '../../platform/state/hooks.ts'
import { usePage } from '../../contexts/contexts.ts'
import { DESKTOP_WORDS } from '../../data/alerts/desktop.ts'
import { soundText } from './sound-text.ts'
import type { SoundName } from '../../data/alerts/sounds.ts'
import { chatText } from '../../words/chat-text.ts'
import styles from './notification.module.css'
import { Button, Panel, Select } from '../../ui/controls.tsx'

/** Result of a test; `ok` null while it runs. */
type Outcome = { readonly ok: boolean | null; readonly text: string }

/** The four channels. */
export function ChannelTests({ settings }: { readonly settings: NotificationSettings }) {
  return (
    <Panel title="Channels">
      <div className="setting-lines">
        <ToastLine />
        <SoundLine settings={settings} />
        <DesktopLine />
        <ChatLine settings={settings} />
      </div>
    </Panel>
  )
}

function Line(props: {
  readonly name: string
  readonly state: string
  readonly isBad?: boolean
  readonly outcome: Outcome | null
  readonly children: ReactNode
}) {
  const { name, state, outcome } = props
  return (
    <div className="setting channel" role="group" aria-label={name}>
      <span className="channel-name strong">{name}</span>
      <span className={`wrapped ${props.isBad === true ? 'text-1' : 'text-2'}`}>
        {state}
        {outcome !== null && (
          <b className={outcome.ok === null ? 'soft' : outcome.ok ? 'ok' : 'danger'}> {outcome.text}</b>
        )}
      </span>
      <span className={`row gap-8 ${styles.channelTools}`}>{props.children}</span>
    </div>
  )
}

function TestButton(props: { readonly name: string; readonly isOff?: boolean; readonly onTest: () => void }) {
  return (
    <Button aria-label={`Test ${props.name}`} disabled={props.isOff === true} onClick={props.onTest}>
      Test
    </Button>
  )
}

function ToastLine() {
  const { toasts } = usePage()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  function test(): void {
    const text = 'This is how an in-app message looks.'
    toasts.show({ tone: 'info', title: 'Test', text, group: 'test' })
    setOutcome({ ok: true, text: 'Shown.' })
  }
  return (
    <Line name="In-app" state="Ready." outcome={outcome}>
      <TestButton name="in-app" onTest={test} />
    </Line>
  )
}

const SOUND_NAMES: readonly (readonly [SoundName, string])[] = [
  ['alert', 'Alert'],
  ['fill', 'Fill'],
  ['trouble', 'Refused, unknown'],
  ['game', 'Game start'],
  ['safe', 'Gone SAFE'],
]

function SoundLine({ settings }: { readonly settings: NotificationSettings }) {
  const { client, notifications } = usePage()
  const state = useStore(notifications.player.state)
  const [typed, setTyped] = useState<number | null>(null)
  const [sound, setSound] = useState<SoundName>('alert')
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const volume = typed ?? settings.soundVolume

  function play(loud: number): void {
    setOutcome(
      notifications.player.play(sound, loud)
        ? { ok: true, text: 'Played.' }
        : {
            ok: false,
            text: `Not played: ${soundText(notifications.player.state.get(), loud).toLowerCase()}`,
          },
    )
  }

  async function keep(next: number): Promise<void> {
    const answer = await client.call('writeNotificationSettings', { body: { soundVolume: next } })
    setTyped(null)
    if (!answer.ok) {
      setOutcome({ ok: false, text: `Volume not kept: ${faultText(answer.error)}` })
      return
    }
    notifications.settings.set(answer.value)
    if (next > 0) play(next)
  }

  return (
    <Line
      name="Sound"
      state={soundText(state, volume)}
      isBad={state !== 'ready' && volume > 0}
      outcome={outcome}
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
          onPointerUp={() => void keep(volume)}
          onKeyUp={() => {
            if (typed !== null) void keep(volume)
          }}
          onBlur={() => {
            if (typed !== null) void keep(volume)
          }}
        />
        <output>{volume === 0 ? 'off' : volume}</output>
      </label>
      <Select aria-label="Sound to test" value={sound} options={SOUND_NAMES} onChoose={setSound} />
      <TestButton name="sound" onTest={() => play(volume)} />
    </Line>
  )
}

function DesktopLine() {
  const { desktop } = usePage().notifications
  const state = useStore(desktop.state)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  async function test(): Promise<void> {
    setOutcome({ ok: null, text: 'Sending\u2026' })
    const text = 'This is how a message on the desktop looks.'
    const fault = await desktop.show({ id: 'test', title: 'Sesame: test', text, urgent: false })
    setOutcome(fault === null ? { ok: true, text: 'Sent.' } : { ok: false, text: `Not sent: ${fault}` })
  }
  return (
    <Line name="Desktop" state={DESKTOP_WORDS[state]} isBad={state !== 'granted'} outcome={outcome}>
      {state === 'default' && <Button onClick={() => void desktop.ask()}>Allow{'\u2026'}</Button>}
      <TestButton name="desktop" isOff={state !== 'granted'} onTest={() => void test()} />
    </Line>
  )
}

function ChatLine({ settings }: { readonly settings: NotificationSettings }) {
  const { client, notifications } = usePage()
  const now = useNow()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [isBusy, setBusy] = useState(false)
  // The topic is as new as can be; the settings were read once.
  const chatStatus = useSelected(usePage().status, (status) => status?.chat ?? null)
  const chat = settings.chat === null ? null : (chatStatus ?? settings.chat)
  const allowedAt = chat?.testAllowedAt ?? 0
  const wait = Math.max(0, Math.ceil((allowedAt - now) / 1_000))

  async function test(): Promise<void> {
    setBusy(true)
    setOutcome({ ok: null, text: 'Sending\u2026' })
    // The chat service may take its time; the terminal gives up before this page does.
    const answer = await client.call('testNotification', { body: {} }, { timeoutMs: 60_000 })
    setBusy(false)
    setOutcome(
      answer.ok
        ? { ok: true, text: `Sent ${showLocal(answer.value.sentAt, true)}.` }
        : { ok: false, text: notSentText(faultText(answer.error)) },
    )
    const read = await client.call('readNotificationSettings', {})
    if (read.ok) notifications.settings.set(read.value)
  }

  return (
    <Line
      name="Chat"
      state={chatText(chat)}
      isBad={chat !== null && chat.lastFailure !== null}
      outcome={outcome}
    >
      {wait > 0 && <span className="dim">again in {wait} s</span>}
      <TestButton name="chat" isOff={chat === null || isBusy || wait > 0} onTest={() => void test()} />
    </Line>
  )
}

function notSentText(reason: string): string {
  return reason.startsWith('Not sent') ? reason : `Not sent: ${reason}`
}
