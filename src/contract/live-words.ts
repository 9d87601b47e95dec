/** Every code that the WebSocket says, and what it means (API-8). */

/** Codes of `{op: "error"}`. Those of a topic leave it subscribed, but for the two that say there is none. */
export const LIVE_ERRORS = {
  invalid_json: 'A frame was not JSON text. The next misbehaving frame ends the connection.',
  frame_too_large: 'A frame was too long. The next misbehaving frame ends the connection.',
  rate_limited: 'Too many frames came within a second. The next misbehaving frame ends the connection.',
  invalid_frame: 'The frame is JSON, but none of those that a client may send; the message names the field.',
  unknown_topic: 'There is no such topic, or no such outcome or game.',
  too_many_topics: 'The connection follows as many topics as it may.',
  topic_failed: 'The topic is temporarily unavailable. Treat your copy as stale; a snapshot follows.',
} as const

export type LiveErrorCode = keyof typeof LIVE_ERRORS

export const LIVE_CLOSES = {
  1001: 'The terminal stops. Connect again, waiting longer each time.',
  1008: 'A second frame misbehaved.',
  4401: 'The session or the token has ended. Do not connect again with it.',
} as const
