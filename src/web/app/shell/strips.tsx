/**
 * Full-width strips above the view: link lost, gone SAFE automatically, blocked by place, nowhere to record, venue not
 * trading normally. They take room and never cover anything.
 */
import type { ReactNode } from 'react'
import { ShieldIcon, TriangleAlertIcon } from 'lucide-react'
import { showLocal } from '../../platform/format/figures.ts'
import { MODE_GROUP } from '../../platform/page/messages.ts'
import { useNow, useSelected, useStore } from '../../platform/state/hooks.ts'
import { usePage, useTrading } from '../../contexts/contexts.ts'
import { useLossLocked } from '../../widgets/mode-chip.tsx'
import { LOSS_LOCKED } from '../../words/why-not.ts'
import { venueLeft, venueStrip } from '../../words/venue-text.ts'
import styles from './shell.module.css'
import { Button } from '../../ui/controls.tsx'

/** The strips that apply now. */
export function Strips() {
  const { live } = usePage()
  const link = useStore(live.link)
  const venue = useSelected(useTrading().trading, (trading) => trading?.venue ?? null)
  const strip = venue === null ? null : venueStrip(venue)
  const storage = useSelected(usePage().status, (status) => status?.storageProblem ?? null)
  const isLocked = useLossLocked()
  const isBlocked = useSelected(
    usePage().status,
    (status) =>
      (status?.liveTrading === true || status?.paper === true) &&
      status.geoblock.blocked &&
      status.geoblock.error === null,
  )
  return (
    <div className={styles.strips}>
      {link.state === 'lost' && (
        <Strip what="Link lost">
          ; {link.receivedAt === null ? 'no prices yet' : `prices from ${showLocal(link.receivedAt, true)}`}.
          Cancel all still tries.
        </Strip>
      )}
      <WentSafe />
      {isBlocked && (
        <Strip what="Trading is blocked in your region">
          {' '}
          - nothing can be placed. You can watch markets, and cancels are still sent.
        </Strip>
      )}
      {storage !== null && <Strip what="Nothing can be placed"> - {storage}</Strip>}
      {isLocked && <Strip what="Loss limit reached"> - {LOSS_LOCKED.meanwhile}</Strip>}
      {strip !== null && <VenueStrip {...strip} />}
    </div>
  )
}

function Strip({ what, children }: { readonly what: string; readonly children: ReactNode }) {
  return (
    <p className="strip">
      <TriangleAlertIcon />
      <span>
        <b>{what}</b>
        {children}
      </span>
    </p>
  )
}

function VenueStrip({ until, what, meanwhile }: NonNullable<ReturnType<typeof venueStrip>>) {
  const left = venueLeft({ until }, useNow())
  return (
    <Strip what={what}>
      {' '}
      - {left === '' ? '' : <>about {left} left. </>}
      {meanwhile}
    </Strip>
  )
}

/** Why the terminal went SAFE automatically, and when: until it is dismissed. */
function WentSafe() {
  const { toasts } = usePage()
  const modeToast = useSelected(toasts.list, (list) => list.find(({ group }) => group === MODE_GROUP) ?? null)
  return modeToast === null ? null : (
    <p className="strip">
      <ShieldIcon />
      <span>
        <b>{modeToast.title}</b> since {showLocal(modeToast.at, true)} - {modeToast.text}
      </span>
      <Button
        className="push"
        aria-label={`Dismiss: ${modeToast.title}`}
        onClick={() => toasts.dismiss(modeToast.id)}
      >
        Dismiss
      </Button>
    </p>
  )
}
