/** The speeds of a replay. One of 1 is as fast as it was. */
export const REPLAY_SPEEDS = [0.25, 0.5, 1, 2, 5, 10, 30, 60] as const

export type ReplaySpeed = (typeof REPLAY_SPEEDS)[number]
