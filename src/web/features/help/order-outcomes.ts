/** The possible outcomes of an order, as text. */
export const OUTCOMES = [
  ['sending', 'It left; the venue has not answered yet.'],
  ['live, partly filled', 'It rests in the book.'],
  [
    'delayed',
    'The venue holds it for some seconds, as on live sports. A cancel waits for the end of the delay.',
  ],
  ['filled, cancelled, expired, rejected', 'It is over. A reject says why in words.'],
  [
    'unknown',
    'No proof either way. It counts as open in every limit and is never sent again; Sesame reads orders and trades until it knows.',
  ],
  ['settling', 'Traded, not final at the venue; a trade may still fail and is then taken back.'],
] as const
