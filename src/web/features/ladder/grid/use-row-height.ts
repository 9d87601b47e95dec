/** How high one price of a ladder is. */
import { PHONE, useMedia } from '../../../platform/page/screen-class.ts'
import { useSelected } from '../../../platform/state/hooks.ts'
import { usePage } from '../../../contexts/contexts.ts'

/** With the line of one pixel below each: what a finger presses is 44 high. */
const ROW_HEIGHT = { compact: 22, normal: 26, touch: 45 } as const

/** In CSS pixels, of the density that is set; on a phone always for a finger. */
export function useRowHeight(): number {
  const density = useSelected(usePage().settings, (settings) => settings.density)
  const isPhone = useMedia(PHONE)
  return ROW_HEIGHT[isPhone ? 'touch' : density]
}
