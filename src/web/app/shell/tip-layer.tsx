/** The explanations: one at a time, for whatever the mouse, a key or a finger rests on. */
import { useEffect, useState } from 'react'
import { later } from '../../ui/later.tsx'
import { listenForTips } from '../../ui/overlays/tips.ts'
import type { Tip } from '../../ui/overlays/tips.ts'

const TipPopup = later(() => import('../../ui/overlays/tip-popup.tsx').then((module) => module.TipPopup), {
  isAhead: true,
})

/** Listens on the whole page. */
export function TipLayer() {
  const [tip, setTip] = useState<Tip | null>(null)
  useEffect(() => listenForTips(window, setTip), [])
  return tip === null ? null : <TipPopup {...tip} />
}
