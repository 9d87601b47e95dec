type Titled = { readonly marketTitle: string; readonly eventTitle: string }

/** Where an outcome is traded, the nearest first: an event has many markets with a Yes each. */
export function placeText({ marketTitle, eventTitle }: Titled): string {
  if (eventTitle === '' || marketTitle === eventTitle) return marketTitle
  return marketTitle === '' ? eventTitle : `${marketTitle} \u00b7 ${eventTitle}`
}
