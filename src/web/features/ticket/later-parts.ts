/** Parts of the ticket that the first view does not need: one chunk, loaded once that is there. */
export { ExitsOfBuy } from './exits-of-buy.tsx'
export { ScaledForm } from './scaled-form.tsx'
export { StopForm } from './stop-form.tsx'
