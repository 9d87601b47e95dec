/** Parts of the ticket that the first view does not need: one chunk, loaded once that is there. */
export { PlannedLine } from './planned-line.tsx'
export { ScaledForm } from './scaled-form.tsx'
export { StopForm } from './stop-form.tsx'
export { WrittenExits } from './written-exits.tsx'
