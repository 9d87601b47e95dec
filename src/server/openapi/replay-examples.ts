/** The examples of replays and of what is recorded. Part of the table in examples.ts. */

/** The id that the tests' server gives every replay. */
const REPLAY = '/api/replay/01890a5d-ac96-774b-9cce-000000000001'

export const replayExamples = {
  readRecordingSettings: { path: '/api/settings/recording', body: undefined },
  writeRecordingSettings: {
    path: '/api/settings/recording',
    body: { mode: 'armed', gigabytes: 2, days: 30 },
  },
  makeReport: { path: '/api/report?last=10m', body: undefined },
  readRecordedSpan: { path: '/api/replay', body: undefined },
  openReplay: {
    path: '/api/replay',
    body: {
      from: '2026-09-21T14:13:20.000Z',
      to: '2026-09-21T14:14:20.000Z',
      at: '2026-09-21T14:13:50.000Z',
    },
  },
  readReplay: { path: REPLAY, body: undefined },
  readReplayPrices: { path: `${REPLAY}/prices/pm:2`, body: undefined },
  commandReplay: { path: REPLAY, body: { do: 'seek', at: '2026-09-21T14:14:00.000Z' } },
  endReplay: { path: REPLAY, body: undefined },
} as const
