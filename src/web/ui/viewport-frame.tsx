/** What the mode draws round a window: an edge, and a hatch in each corner. */
export function ViewportFrame() {
  return (
    <div className="frame" aria-hidden="true">
      <i />
      <i />
      <i />
      <i />
    </div>
  )
}
