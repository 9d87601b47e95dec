/** The tour of the first visit: what SAFE and ARMED mean, the ladder and its keys, looks and messages. */
import { useEffect } from 'react'
import { useStore } from '../../state/use-store.ts'
import { useTerminal } from '../../terminal-context.ts'
import { useStandIn } from '../../ui/mode-chip.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Link } from '../../ui/link.tsx'
import { Key } from '../keys/key.tsx'
import type { CommandId } from '../keys/registry.ts'
import { ChannelTests } from '../notifications/channel-tests.tsx'
import { LooksSection } from '../settings/looks-section.tsx'
import { CancelAll } from '../shell/cancel-all.tsx'
import { ModeSwitch } from '../shell/top-bar.tsx'
import { SampleLadder } from './sample-ladder.tsx'
import '../../ui/notifications.css'
import '../../ui/tour.css'

const TITLES = ['SAFE and ARMED', 'The ladder and its keys', 'Looks and messages'] as const

/** The dialog, at the screen where it was left. */
export function Tour() {
  const { dialog, settings, tourStep } = useTerminal()
  const step = useStore(tourStep)
  const title = TITLES[step] ?? TITLES[0]
  const close = () => dialog.set(null)
  function finish(): void {
    close()
    tourStep.set(0)
    settings.update((old) => ({ ...old, onboarded: true }))
  }
  return (
    <Dialog title={`${title} (${step + 1} of ${TITLES.length})`} className="tour" onClose={close}>
      <div className="tour-screen" key={step}>
        {step === 0 && <ModeScreen />}
        {step === 1 && <LadderScreen />}
        {step === 2 && <LooksScreen />}
      </div>
      <div className="dialog-foot">
        <button type="button" className="button" onClick={finish}>
          {step === TITLES.length - 1 ? 'Close' : 'Skip'}
        </button>
        <span className="push" />
        {step > 0 && (
          <button type="button" className="button" onClick={() => tourStep.set(step - 1)}>
            Back
          </button>
        )}
        <button
          type="button"
          className="button primary"
          data-first-focus=""
          onClick={() => (step === TITLES.length - 1 ? finish() : tourStep.set(step + 1))}
        >
          {step === TITLES.length - 1 ? 'Done' : 'Next'}
        </button>
      </div>
    </Dialog>
  )
}

function ModeScreen() {
  const standIn = useStandIn()
  return (
    <>
      {standIn === 'PAPER' && (
        <p className="tour-note">
          <b>PAPER.</b> The markets are real; orders are matched on this machine against what their books
          show, and none is ever sent. Nothing that you press can cost anything.
        </p>
      )}
      {standIn === 'SIMULATED' && (
        <p className="tour-note">
          <b>SIMULATED.</b> This is the demo: market, money and fills are played by a simulator on this
          machine. Nothing that you press can cost anything.
        </p>
      )}
      <p>
        Every start is <b>SAFE</b>: a click on a price fills the ticket and sends nothing. <b>ARMED</b> means
        that a click on a price, or a letter on a ladder, sends an order at once. The page then has a red,
        hatched frame, and every ladder says ARMED.
      </p>
      <div className="tour-controls">
        <ModeSwitch />
        <CancelAll />
      </div>
      <p>
        These are the real controls; they stand in the top bar. Arming first shows what stands in the way of
        it (
        <Key id="arm" />
        ). Going SAFE is at once (<Key id="safe" />
        ), and so is <b>Cancel all</b> (<Key id="cancel_all" />
        ): in every state, in every field, with the link lost.
      </p>
    </>
  )
}

const LADDER_KEYS: readonly (readonly [readonly CommandId[], string])[] = [
  [['go_ladder', 'next_panel'], 'to the ladder; to the next panel'],
  [['up', 'down', 'centre'], 'move the cursor; centre on the market'],
  [['buy', 'sell'], 'buy, sell at the cursor'],
  [['join_bid', 'join_ask'], 'join the best bid, the best ask'],
  [['take_up', 'cancel_here'], 'take up, cancel my order at the cursor'],
  [['size_1', 'size_6'], 'from the first to the last quick size'],
  [['search', 'palette'], 'search; everything else by its name'],
  [['keys'], 'all keys, and how to change them'],
]

function LadderScreen() {
  const { dialog } = useTerminal()
  return (
    <div className="tour-two">
      <div>
        <SampleLadder />
        <p className="soft">
          Prices stand still, the book moves on them. The line below says what a click or a key would do now.
          If the market jumps while you press, nothing is sent.
        </p>
      </div>
      <div>
        <dl className="tour-keys">
          {LADDER_KEYS.map(([ids, text]) => (
            <div key={text}>
              <dt>
                {ids.map((id) => (
                  <Key key={id} id={id} />
                ))}
              </dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        <p className="soft" onClickCapture={() => dialog.set(null)}>
          <Link to="/help">Help</Link> has the rest.
        </p>
      </div>
    </div>
  )
}

function LooksScreen() {
  const { client, notices } = useTerminal()
  const settings = useStore(notices.settings)
  useEffect(() => {
    void client.call('readNotificationSettings', {}).then((answer) => {
      if (answer.ok) notices.settings.set(answer.value)
    })
  }, [client, notices])
  return (
    <>
      <LooksSection />
      {settings !== null && <ChannelTests settings={settings} />}
      <p className="soft">All of it is in the settings, as is this tour.</p>
    </>
  )
}
