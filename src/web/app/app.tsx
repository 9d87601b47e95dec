/** The page: who is logged in, which view is open, and the keys that work everywhere. */
import { useEffect } from 'react'
import { LiveRegions } from './shell/live-regions.tsx'
import { TipLayer } from './shell/tip-layer.tsx'
import { LoginPage } from '../features/login/login-page.tsx'
import { ReplayOnly } from './views.tsx'
import { Shell } from './shell/shell.tsx'
import { useMedia } from '../platform/page/use-media.ts'
import { useStore } from '../platform/state/use-store.ts'
import { usePage } from '../contexts/page.ts'

/** The login or the terminal, once it is known whether there is a session. */
export function App() {
  const session = useStore(usePage().session)
  useLook()

  if (session === 'checking') return null
  return (
    <>
      {session === 'in' ? <Shell /> : session === 'replay' ? <ReplayOnly /> : <LoginPage />}
      <LiveRegions />
      <TipLayer />
    </>
  )
}

/** Theme, polarity, density and contrast as attributes of the document. */
function useLook(): void {
  const settings = useStore(usePage().settings)
  const isSystemLight = useMedia('(prefers-color-scheme: light)')
  const isMoreWished = useMedia('(prefers-contrast: more)')
  useEffect(() => {
    const root = document.documentElement.dataset
    root['theme'] =
      settings.theme_mode === 'system' ? (isSystemLight ? 'light' : 'dark') : settings.theme_mode
    root['polarity'] = settings.polarity
    root['density'] = settings.density
    root['contrast'] = settings.contrast === 'more' || isMoreWished ? 'more' : 'normal'
  }, [settings, isSystemLight, isMoreWished])
}
