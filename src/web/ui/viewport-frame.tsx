/**
 * What the mode draws round a window: an edge, and a hatch in each corner. Eight small pieces: one over the whole window
 * would be blended with all of it whenever anything below changes.
 */
export function ViewportFrame() {
  return (
    <div className="frame" aria-hidden="true">
      <b />
      <b />
      <b />
      <b />
      <i />
      <i />
      <i />
      <i />
    </div>
  )
}
