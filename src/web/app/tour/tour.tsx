/** The tour of the first visit: what SAFE and ARMED mean, the ladder and its keys, looks and messages. */
import { useEffect } from 'react'
import { PHONE, useMedia, useTouch } from '../../platform/page/use-media.ts'
import { useStore } from '../../platform/state/use-store.ts'
import { usePage } from '../../model/contexts/page.ts'
import { useStandIn } from '../../widgets/mode-chip.tsx'
import { Dialog } from '../../widgets/dialog.tsx'
import { Link } from '../../widgets/link.tsx'
import { Key } from '../../widgets/key.tsx'
import type { CommandId } from '../../model/keys/registry.ts'
import { ChannelTests } from '../../features/notifications/channel-tests.tsx'
import { SettingsSection } from '../../features/settings/settings-section.tsx'
import { CancelAll } from '../shell/cancel-all.tsx'
import { ModeSwitch } from '../shell/top-bar.tsx'
import { SampleLadder } from './sample-ladder.tsx'
import styles from './tour.module.css'

const TITLES = ['SAFE and ARMED', 'The ladder and its keys', 'Appearance and messages'] as const
const TOUCH_TITLES = [TITLES[0], 'The ladder by touch', TITLES[2]] as const

type ScreenProps = {
  /** Fingers, not keys. */
  readonly isTouch: boolean
}

/** The dialog, at the screen where it was left. */
export function Tour() {
  const { dialog, settings, tourStep } = usePage()
  const step = useStore(tourStep)
  const isTouch = useTouch()
  const title = (isTouch ? TOUCH_TITLES : TITLES)[step] ?? TITLES[0]
  const close = () => dialog.set(null)
  function finish(): void {
    close()
    tourStep.set(0)
    settings.update((old) => ({ ...old, onboarded: true }))
  }
  return (
    <Dialog title={`${title} (${step + 1} of ${TITLES.length})`} className={styles.tour} onClose={close}>
      <div className={styles.tourScreen} key={step}>
        {step === 0 && <ModeScreen isTouch={isTouch} />}
        {step === 1 && <LadderScreen isTouch={isTouch} />}
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

function ModeScreen({ isTouch }: ScreenProps) {
  const isPhone = useMedia(PHONE)
  const standIn = useStandIn()
  return (
    <>
      {standIn === 'PAPER' && (
        <p className={styles.tourNote}>
          <b>PAPER.</b> The markets are real; orders are matched on this machine against what their books
          show, and none is ever sent. Nothing that you press can cost anything.
        </p>
      )}
      {standIn === 'SIMULATED' && (
        <p className={styles.tourNote}>
          <b>SIMULATED.</b> Simulated market and money. Nothing here costs anything.
        </p>
      )}
      <p>
        Every start is <b>SAFE</b>: {isTouch ? 'Buy and Sell at' : 'a click on'} a price{' '}
        {isTouch ? 'fill' : 'fills'} the ticket and {isTouch ? 'send' : 'sends'} nothing. <b>ARMED</b> means
        that {isTouch ? 'they send' : 'a click on a price, or a letter on a ladder, sends'} an order at once.
        The page then has a red, hatched frame, and every ladder says ARMED.
      </p>
      <div className={styles.tourControls}>
        <ModeSwitch />
        <CancelAll />
      </div>
      <p>
        These are the real controls;{' '}
        {isPhone ? 'SAFE and ARM stand at the top, Cancel all above the views' : 'they stand in the top bar'}.
        Arming first shows what stands in the way of it
        <InBrackets id="arm" isTouch={isTouch} />. Going SAFE is at once
        <InBrackets id="safe" isTouch={isTouch} />, and so is <b>Cancel all</b>
        <InBrackets id="cancel_all" isTouch={isTouch} />: in every state{isTouch ? '' : ', in every field'},
        with the link lost.
      </p>
    </>
  )
}

/** The key of a command, where there are keys. */
function InBrackets({ id, isTouch }: ScreenProps & { readonly id: CommandId }) {
  return isTouch ? null : (
    <>
      {' '}
      (<Key id={id} />)
    </>
  )
}

const LADDER_KEYS: readonly (readonly [readonly CommandId[], string])[] = [
  [['go_ladder', 'next_panel'], 'to the ladder; to the next panel'],
  [['up', 'down', 'centre'], 'move the cursor; centre on the market'],
  [['buy', 'sell'], 'buy, sell at the cursor'],
  [['join_bid', 'join_ask'], 'join the best bid, the best ask'],
  [['take_up', 'cancel_here'], 'pick up, cancel my order at the cursor'],
  [['size_1', 'size_6'], 'from the first to the last quick size'],
  [['search', 'palette'], 'search; everything else by its name'],
  [['keys'], 'all keys, and how to change them'],
]

/** What is tapped, what that does, and whether it is there on phones only. */
const LADDER_TAPS: readonly (readonly [what: string, does: string, isPhone: boolean])[] = [
  ['a price', 'what can be done there stands below', false],
  ['Buy, Sell', 'there: the second tap fills the ticket or, ARMED, sends', false],
  ['my order', 'move it, or cancel it', false],
  ['a size', 'how much Buy and Sell are for', false],
  ['Bid, Ask', 'centre on the market', false],
  ['Ticket', 'the order in full, before it is sent', true],
]

function LadderScreen({ isTouch }: ScreenProps) {
  const { dialog } = usePage()
  const isPhone = useMedia(PHONE)
  return (
    <div className={styles.tourTwo}>
      <div>
        <SampleLadder isTouch={isTouch} />
        <p className="soft">
          Prices stand still, the book moves on them. The line below says what{' '}
          {isTouch ? 'that' : 'a click or a key'} would do now. If the market jumps while you press, nothing
          is sent.
        </p>
      </div>
      <div>
        <dl className={styles.tourKeys}>
          {isTouch &&
            LADDER_TAPS.filter(([, , isOfPhone]) => isPhone || !isOfPhone).map(([what, does]) => (
              <div key={what}>
                <dt>
                  <b>{what}</b>
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          {(isTouch ? [] : LADDER_KEYS).map(([ids, text]) => (
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
  const { client, notifications } = usePage()
  const settings = useStore(notifications.settings)
  useEffect(() => {
    void client.call('readNotificationSettings', {}).then((answer) => {
      if (answer.ok) notifications.settings.set(answer.value)
    })
  }, [client, notifications])
  return (
    <>
      <SettingsSection section="Appearance" />
      {settings !== null && <ChannelTests settings={settings} />}
      <p className="soft">All of it is in the settings, as is this tour.</p>
    </>
  )
}
