// A byte order mark and white space around JSON change nothing of it, in answers and in frames.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readBody, withoutMark } from './bodies.ts'
import { readGameFrame } from './feeds/sports-frames.ts'
import { readUserFrame } from './feeds/user-frames.ts'

const MARK = '\uFEFF'

test('a byte order mark and white space in front are dropped', async () => {
  const long = JSON.stringify({ events: Array.from({ length: 20_000 }, (_, id) => ({ id })) })
  for (const text of ['{"a":1}', long]) {
    for (const sent of [`${MARK}${text}`, ` \r\n${MARK} ${text}\n`, `\n${text} `]) {
      const read = await readBody(
        { kind: 'answered', status: 200, headers: {}, body: Buffer.from(sent) },
        1e8,
      )
      assert.deepEqual([read.source, read.json], ['venue', JSON.parse(text)])
      assert.equal(withoutMark(Buffer.from(sent)).toString('utf8', 0, 1), '{')
    }
  }
  assert.equal(withoutMark(Buffer.from(`${MARK} `)).length, 0)
})

test('INV-40 a user frame that is no JSON is counted, for it may have been an own order', () => {
  for (const text of ['hello', '', '{"a":', 'null']) assert.equal(readUserFrame(text).unreadable, 1, text)
  assert.equal(readUserFrame('[]').unreadable, 0)
})

test('INV-80 an odd word costs neither its game nor the games beside it; an id of none is no game', () => {
  const game = { gameId: 7, leagueAbbreviation: 'nba', score: '1-0', period: 'P2', live: true, ended: false }
  const read = (...rows: readonly unknown[]) => readGameFrame(JSON.stringify(rows))
  for (const change of [
    { score: 3 },
    { period: null },
    { homeTeam: {} },
    { elapsed: 12 },
    { live: 'true' },
    { ended: 0 },
  ]) {
    const frame = read({ ...game, ...change }, { ...game, gameId: 8 })
    assert.deepEqual(
      frame.kind === 'read' && [frame.updates.length, frame.unreadable],
      [2, 0],
      JSON.stringify(change),
    )
  }
  const half = read({ ...game, live: {} }, game, { ...game, gameId: 'x' })
  assert.deepEqual(half.kind === 'read' && [half.updates.length, half.unreadable], [1, 2])
  for (const gameId of [0, '0', -1, '', null]) assert.equal(read({ ...game, gameId }).kind, 'no_game_id')
})
