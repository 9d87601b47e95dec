/** The page: who is logged in, which view is open, and the keys that work everywhere. */
import { useEffect } from 'react'
import { LiveRegions } from './features/shell/live-regions.tsx'
import { LoginPage } from './features/login/login-page.tsx'
import { Shell } from './features/shell/shell.tsx'
import { useMedia } from './state/use-media.ts'
import { useStore } from './state/use-store.ts'
import { MAIN } from './state/windows.ts'
import { useTerminal } from './terminal-context.ts'

/** Asks for the session once, then shows the login or the terminal. */
export function App() {
  const terminal = useTerminal()
  const session = useStore(terminal.session)
  useLook()

  useEffect(() => {
    void terminal.client.call('readSession', {}).then((answer) => {
      if (answer.ok) {
        terminal.client.setCsrfToken(answer.value.csrf_token)
        terminal.session.set('in')
      } else {
        terminal.session.set(answer.error.kind === 'problem' ? 'out' : 'unreachable')
      }
    })
  }, [terminal])

  useEffect(() => {
    if (session !== 'in') {
      terminal.live.stop()
      return
    }
    terminal.live.start()
    void terminal.settingsSync.read()
    void terminal.watch.read()
    terminal.notices.start()
    void terminal.client.call('readRiskSettings', {}).then((answer) => {
      if (answer.ok) terminal.priceBandTicks.set(answer.value.limits.price_band_ticks)
    })
  }, [terminal, session])

  if (session === 'checking') return null
  return (
    <>
      {session === 'in' ? <Shell /> : <LoginPage isUnreachable={session === 'unreachable'} />}
      <LiveRegions window={MAIN} />
    </>
  )
}

/** Theme, polarity, density and contrast as attributes of the document. */
function useLook(): void {
  const settings = useStore(useTerminal().settings)
  const isSystemLight = useMedia('(prefers-color-scheme: light)')
  const isMoreWished = useMedia('(prefers-contrast: more)')
  useEffect(() => {
    const root = document.documentElement.dataset
    root['theme'] = settings.theme === 'system' ? (isSystemLight ? 'light' : 'dark') : settings.theme
    root['polarity'] = settings.polarity
    root['density'] = settings.density
    root['contrast'] = settings.contrast === 'more' || isMoreWished ? 'more' : 'normal'
  }, [settings, isSystemLight, isMoreWished])
}
