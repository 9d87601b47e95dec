/** The page: who is logged in, which view is open, and the keys that work everywhere. */
import { useEffect, useRef, useState } from 'react'
import { LoginPage } from './views.tsx'
import { Shell } from './shell/shell.tsx'
import { useMedia } from '../platform/page/screen-class.ts'
import { useStore } from '../platform/state/hooks.ts'
import { usePage } from '../contexts/contexts.ts'
import { later, endFirstView } from '../ui/later.tsx'

/** The login or the terminal, once it is known whether there is a session. */
export function App() {
  const session = useStore(usePage().session)
  useLook()

  if (session === 'checking') return null
  return (
    <>
      {session === 'in' ? <Shell /> : <LoginPage />}
      <LiveRegions />
      <LaterLayer isIn={session === 'in'} />
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
    root['theme'] = settings.themeMode === 'system' ? (isSystemLight ? 'light' : 'dark') : settings.themeMode
    root['polarity'] = settings.polarity
    root['density'] = settings.density
    root['contrast'] = settings.contrast === 'more' || isMoreWished ? 'more' : 'normal'
  }, [settings, isSystemLight, isMoreWished])
}

/** Both regions; what they say is decided by the announcer. */
function LiveRegions() {
  return (['polite', 'assertive'] as const).map((name) => <LiveRegion key={name} name={name} />)
}

/** Its text is set at once: drawn with a busy page, one message would come late and the next too soon after it. */
function LiveRegion({ name }: { readonly name: 'polite' | 'assertive' }) {
  const said = usePage().announcer[name]
  const region = useRef<HTMLDivElement>(null)
  useEffect(() => said.subscribe(() => region.current?.replaceChildren(said.get())), [said])
  return <div ref={region} className="visually-hidden" aria-live={name} aria-atomic data-region={name} />
}

const TipLayer = later(() => import('../ui/overlays/tip-popup.tsx').then((module) => module.TipLayer), {
  failed: (_, again) => <AskAgain again={again} />,
})
/** The first view has its books by then. */
const FIRST_VIEW_MS = 1_000
const ASK_AGAIN_MS = 1_000

/** Nobody presses for a tip: its part is asked for until it has come. */
function AskAgain({ again }: { readonly again: () => void }) {
  useEffect(() => {
    const timer = setTimeout(again, ASK_AGAIN_MS)
    return () => clearTimeout(timer)
  })
  return null
}

/** Loads what the first view does without. */
function LaterLayer({ isIn }: { readonly isIn: boolean }) {
  const [isThere, setThere] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => {
      setThere(true)
      if (isIn) endFirstView()
    }, FIRST_VIEW_MS)
    return () => clearTimeout(timer)
  }, [isIn])
  return isThere ? <TipLayer /> : null
}
