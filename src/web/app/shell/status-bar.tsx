/** The bar at the bottom: link, feeds as text, open orders, version. */
import { useMedia } from '../../platform/page/screen-class.ts'
import { useSelected, useStore } from '../../platform/state/hooks.ts'
import { useAccount, useKeyText, useMarketData, usePage } from '../../contexts/contexts.ts'
import { openOrders } from '../../data/account/own-levels.ts'
import { WorkspaceMenu } from '../workspace/workspace-menu.tsx'
import { AccountFigures, FIGURES } from './account-figures.tsx'
import { Button, tip } from '../../ui/controls.tsx'
import styles from './shell.module.css'

/** One line of facts. */
export function StatusBar() {
  const { live, dialog } = usePage()
  const link = useStore(live.link)
  const feeds = useStore(useMarketData().feeds)
  const status = useStore(usePage().status)
  const count = useSelected(useAccount().orders, (orders) => openOrders(orders.items).length)
  const keysKey = useKeyText('keys')
  const isWide = useMedia(FIGURES)
  const isCurrent = useSelected(useAccount().orders, (orders) => orders.current)
  return (
    <footer className={`row fine ${styles.statusBar}`}>
      <WorkspaceMenu />
      <span>
        <i className={`${styles.dot} ${link.state === 'live' ? 'live' : 'down'}`}>
          {link.state === 'live' ? '\u25cf' : '\u2715'}
        </i>{' '}
        link {link.state === 'live' ? `${link.roundTripMs ?? '\u2013'} ms` : link.state}
      </span>
      {feeds
        .filter((feed) => feed.state !== 'off')
        .map((feed) => (
          <span key={feed.name} className={`feed ${feed.state}`} {...tip(feed.detail ?? '')}>
            {feed.name} <b className={feed.state === 'live' ? 'soft' : 'danger'}>{feed.state}</b>
          </span>
        ))}
      <span>
        {count} open order{count === 1 ? '' : 's'}
        {isCurrent ? '' : ' (not current)'}
      </span>
      {!isWide && <AccountFigures place="bottom" />}
      <span className="push" />
      <Button className="plain" onClick={() => dialog.set('keys')}>
        {keysKey} keys
      </Button>
      <span>Sesame {status?.version ?? ''}</span>
    </footer>
  )
}
