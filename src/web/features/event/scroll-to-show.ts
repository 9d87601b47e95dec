/** How far to scroll so that something is seen. */

type Span = { readonly top: number; readonly bottom: number }

/** Pixels to scroll down; the least that is needed, none when it is seen whole. Of what is taller than the frame, the top. */
export function scrollToShow(place: Span, frame: Span): number {
  if (place.top < frame.top || place.bottom - place.top > frame.bottom - frame.top)
    return place.top - frame.top
  return Math.max(0, place.bottom - frame.bottom)
}
