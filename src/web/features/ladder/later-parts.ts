/** Parts of a ladder that the first view does not need: one chunk, loaded once that is there. */
export { menuItems } from './menu-items.ts'
export { DragFoot } from './orders/drag-foot.tsx'
export { DragMark, ExitChip, ExitTimes, PlannedMarks } from './orders/ladder-marks.tsx'
export { ScaledDrag } from './orders/scaled-drag.tsx'
export { TouchBar } from './touch-bar.tsx'
export { TypedPrice } from '../../widgets/typed-price.tsx'
