/** The explanations of each window: one at a time, for whatever the mouse, a key or a finger rests on. */
import { useEffect, useState } from 'react'
import { useStore } from '../../platform/state/use-store.ts'
import { usePage } from '../../model/contexts/page.ts'
import { later } from '../../ui/later.tsx'
import { listenForTips } from '../../ui/overlays/tips.ts'
import type { Tip } from '../../ui/overlays/tips.ts'

const TipPopup = later(() => import('../../ui/overlays/tip-popup.tsx').then((module) => module.TipPopup), {
  isAhead: true,
})

/** Listens in the page's own window and in those of panels. */
export function TipLayer() {
  const open = useStore(usePage().windows.open)
  return [...open].map(([name, view]) => <WindowTips key={name} view={view as Window & typeof globalThis} />)
}

function WindowTips({ view }: { readonly view: Window & typeof globalThis }) {
  const [tip, setTip] = useState<Tip | null>(null)
  useEffect(() => listenForTips(view, setTip), [view])
  return tip === null ? null : <TipPopup {...tip} container={view.document.body} />
}
