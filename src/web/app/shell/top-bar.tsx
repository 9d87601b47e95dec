/** The top bar: mode at the left, Cancel All at the far right, what one must know at a glance between them. */
import { memo } from 'react'
import { EyeIcon, SearchIcon, ShieldIcon, ZapIcon } from 'lucide-react'
import { showCountdown, showLocal, showUtc } from '../../platform/format/figures.ts'
import { useNow, useSelected, useStore } from '../../platform/state/hooks.ts'
import { usePage, useTitleWithKey, useTrading } from '../../contexts/contexts.ts'
import { isTradingOff, useReadOnly, useStandIn } from '../../widgets/mode-chip.tsx'
import { Bell } from '../../features/notifications/bell.tsx'
import { AccountFigures } from './account-figures.tsx'
import { geoText, keyText } from '../../words/status-text.ts'
import { CancelAll } from './cancel-all.tsx'
import { HeartbeatSign } from './heartbeat-sign.tsx'
import { Navigation } from './navigation.tsx'
import { Button, tip } from '../../ui/controls.tsx'
import styles from './shell.module.css'

export function TopBar({ isPhone }: { readonly isPhone: boolean }) {
  return (
    <header className={`row gap-8 ${styles.topBar}`}>
      {useReadOnly() ? <ReadOnlyWord /> : <ModeSwitch />}
      <HeartbeatSign />
      <SimulatedWord />
      {!isPhone && <Navigation />}
      <Clock />
      <AccountFigures place={isPhone ? 'phone' : 'top'} />
      {!isPhone && <Gauges />}
      <Bell />
      <SearchButton />
      {!isPhone && <CancelAll />}
    </header>
  )
}

const STAND_IN_TEXT = {
  SIMULATED: 'The venue is the bundled simulator. No real money moves.',
  PAPER: 'Real markets, paper orders: none is ever sent. No real money moves.',
} as const

function SimulatedWord() {
  const standIn = useStandIn()
  return standIn === null ? null : (
    <span className={styles.simulatedWord} {...tip(STAND_IN_TEXT[standIn])}>
      {standIn}
    </span>
  )
}

/** Nothing to switch: a press tells why, and what would change it. */
function ReadOnlyWord() {
  const { dialog } = usePage()
  return (
    <div className={`row rigid ${styles.modeSwitch}`} role="group" aria-label="Trading mode">
      <Button
        className={`safe ${styles.readOnly}`}
        {...tip('No session key: markets only. Press to see what is missing.')}
        onClick={() => dialog.set('arm')}
      >
        <EyeIcon />
        READ-ONLY
      </Button>
      <span className="idle">markets only</span>
    </div>
  )
}

/** SAFE and ARM, and when it goes SAFE automatically. */
function ModeSwitch() {
  const safeTitle = useTitleWithKey('Go SAFE at once', 'safe')
  const armTitle = useTitleWithKey('Arm\u2026', 'arm')
  const { status, dialog } = usePage()
  const { commands } = useTrading()
  const trading = useStore(useTrading().trading)
  const isOff = useSelected(status, isTradingOff)
  const now = useNow()
  const isArmed = trading?.mode === 'ARMED'
  const idleAt = trading?.idleDisarmAt ?? null
  const left = idleAt === null ? null : idleAt - now
  return (
    <div className={`row rigid ${styles.modeSwitch}`} role="group" aria-label="Trading mode">
      <Button
        className="safe"
        data-always=""
        aria-pressed={!isArmed}
        {...tip(isOff ? 'Trading is switched off: LIVE_TRADING is not "true". Cancel all works.' : safeTitle)}
        onClick={() => {
          if (isArmed) commands.disarm()
        }}
      >
        <ShieldIcon />
        {isOff ? 'OFF' : 'SAFE'}
      </Button>
      <Button
        className="arm"
        aria-pressed={isArmed}
        {...tip(isArmed ? 'Armed: clicks on the ladder send orders' : armTitle)}
        onClick={() => {
          if (!isArmed) dialog.set('arm')
        }}
      >
        <ZapIcon fill="currentColor" />
        {isArmed ? 'ARMED' : 'ARM'}
      </Button>
      <span className="idle">
        {!isArmed
          ? isOff
            ? 'live trading is off'
            : "clicks won't trade"
          : left === null
            ? 'clicks send orders'
            : `disarms in ${showCountdown(left)}`}
      </span>
    </div>
  )
}

const Clock = memo(function Clock() {
  const now = useNow()
  return (
    <span className="clock" {...tip(`Local time ${showLocal(now, true)}`)}>
      <span>
        <b>{showUtc(now)}</b> UTC
      </span>{' '}
      <span className={styles.local}>
        <b>{showLocal(now)}</b> local
      </span>
    </span>
  )
})

function Gauges() {
  const status = useStore(usePage().status)
  const geo = geoText(status)
  return (
    <div className={`rigid fine ${styles.gauges}`}>
      <span {...tip('Geographic check')}>
        geo <b className={geo === 'ok' ? 'ok' : 'bad'}>{geo}</b>
      </span>
      <span className="key-days" {...tip('Session key')}>
        key <b>{keyText(status).replace(' left', '')}</b>
      </span>
    </div>
  )
}

/** Wherever the list of markets is not in sight: the palette has its results under its box. */
function SearchButton() {
  const title = useTitleWithKey('Search or command', 'palette')
  const { dialog } = usePage()
  return (
    <Button
      className={styles.searchButton}
      aria-label="Search"
      {...tip(title)}
      onClick={() => dialog.set('palette')}
    >
      <SearchIcon />
    </Button>
  )
}
