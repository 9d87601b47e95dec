// A report that is opened: one of ours is, and of whatever else a file may be each is refused in words, with nothing written outside.
import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { zstdCompressSync } from 'node:zlib'
import { err } from '#lib/result.ts'
import { MOST_RECORDS, writeBlock } from '#store/recording/block.ts'
import { tarFile, TAR_END } from '#store/tar.ts'
import { recordedMarket, writeRecording } from './recorded-market.ts'
import { makeReport, reportSegments, shownSettings } from '#app/assembly/report.ts'
import { unpackReport } from '#app/assembly/opened-report.ts'

const FROM = 1_790_000_000_000
const root = mkdtempSync(join(tmpdir(), 'sesame-opened-'))
after(() => rmSync(root, { recursive: true }))

async function whole(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}

await writeRecording(
  join(root, 'data'),
  recordedMarket({ from: FROM, seconds: 700, markets: 1, framesPerSecond: 2 }),
)
const parts = {
  now: FROM + 700_000,
  lastMs: 60_000,
  directory: join(root, 'data'),
  settings: shownSettings(new Map([['SESSION_SECRET', 'a secret that nobody may see']])),
  redact: (text: string) => text.replaceAll('a secret that nobody may see', '[redacted]'),
}
const report = await whole(makeReport(parts, await reportSegments(parts)))

let unpacked = 0
async function open(bytes: Buffer): Promise<Awaited<ReturnType<typeof unpackReport>>> {
  unpacked += 1
  const into = join(root, `into-${unpacked}`)
  mkdirSync(into)
  writeFileSync(`${into}.tar`, bytes)
  const opened = await unpackReport(`${into}.tar`, into)
  assert.deepEqual(readdirSync(into), ['recording'])
  for (const name of readdirSync(join(into, 'recording'))) assert.match(name, /^[0-9]{13}\.rec$/)
  return opened
}

/** Files of the given names and contents as one tar. */
async function tarOf(...files: readonly (readonly [string, string | Buffer])[]): Promise<Buffer> {
  const made: Buffer[] = []
  for (const [name, text] of files) {
    const bytes = Buffer.from(text)
    made.push(await whole(tarFile(name, bytes.length, [bytes], FROM)))
  }
  return Buffer.concat([...made, TAR_END])
}

const ABOUT = 'sesame-report/report.json'
const about = (changes: object = {}): readonly [string, string] => [
  ABOUT,
  JSON.stringify({ format: 2, version: '0.1.0', from: '2026-11-24T03:00:00.000Z', ...changes }),
]
const SEGMENT = 'sesame-report/recording/1790000000000.rec'
const segment = readFileSync(join(root, 'data', `${FROM}.rec`))
const DAMAGED = err('is damaged: have it sent again')
const TORN = err('is cut off: have it sent again')
const FOREIGN = err('is not a report of Sesame')
const ALIEN = err('has a file that no report has: it is not opened')

/** A segment of so many marks, each block with a right checksum. */
function marksOf(count: number, mark = `{"kind":"gap","at":${FROM},"since":${FROM}}`): Buffer {
  const blocks: Buffer[] = []
  for (let left = count; left > 0; left -= MOST_RECORDS) {
    const lines = Array.from({ length: Math.min(left, MOST_RECORDS) }, () => mark)
    const text = Buffer.from(lines.join('\n'))
    const payload = zstdCompressSync(text)
    const sizes = { compressed: payload.length, unpacked: text.length }
    const head = { type: 'marks', isComplete: true, from: FROM, to: FROM + 1, ...sizes } as const
    blocks.push(writeBlock(head, payload))
  }
  return Buffer.concat(blocks)
}

test('one of ours is opened where it was asked to begin, with the recording as it was', async () => {
  const opened = await open(report)
  assert.ok(opened.ok)
  assert.deepEqual([opened.value.from, opened.value.to], [FROM + 640_000, FROM + 700_000])
  const names = readdirSync(opened.value.recording)
  assert.ok(names.length > 0)
  for (const name of names)
    assert.deepEqual(readFileSync(join(opened.value.recording, name)), readFileSync(join(root, 'data', name)))
  assert.equal(report.includes('a secret that nobody may see'), false)
})

const longMark = marksOf(1, `{"kind":"order","at":${FROM},"order":{"id":"${'x'.repeat(30_000_000)}"}}`)

describe('refused, each in words, is', () => {
  const cases: readonly (readonly [
    string,
    () => Promise<Buffer> | Buffer,
    ReturnType<typeof err<string>>,
  ])[] = [
    ['nothing', () => Buffer.alloc(0), FOREIGN],
    ['a text', () => Buffer.from('no tar at all, only some words\n'.repeat(90)), FOREIGN],
    ['a tar of something else', () => tarOf(['README.md', 'words']), FOREIGN],
    ['what says nothing of itself', () => tarOf([SEGMENT, segment]), FOREIGN],
    ['a description that is no JSON', () => tarOf([ABOUT, '{']), FOREIGN],
    ['a description of other things', () => tarOf([ABOUT, '{"version":"1"}']), FOREIGN],
    ['a description that is far too long', () => tarOf([ABOUT, ' '.repeat(1_100_000)]), FOREIGN],
    ['a version that is no version', () => tarOf(about({ version: '\u001b[2J' })), FOREIGN],
    [
      'one of a newer Sesame',
      () => tarOf(about({ format: 3, version: '3.0.0' })),
      err('was made by a newer Sesame, 3.0.0: open it with that one'),
    ],
    ['one without a recording', () => tarOf(about()), err('has no recording: nothing was recorded then')],
    ['a path that leaves the directory', () => tarOf(about(), ['../../../evil.rec', 'x']), ALIEN],
    [
      'one that leaves it from within',
      () => tarOf(about(), [`sesame-report/recording/../../${FROM}.rec`, 'x']),
      ALIEN,
    ],
    ['an absolute path', () => tarOf(about(), [`/tmp/${FROM}.rec`, 'x']), ALIEN],
    ['the same file twice', () => tarOf(about(), [SEGMENT, segment], [SEGMENT, segment]), ALIEN],
    ['a link', async () => withType(await tarOf(about(), [SEGMENT, 'x']), '2'), DAMAGED],
    ['a file that says it is huge', async () => withLength(await tarOf(about(), [SEGMENT, 'x'])), TORN],
    ['one whose end is missing', () => report.subarray(0, -1_024), TORN],
    ['one that was cut within a file', () => report.subarray(0, report.length - 9_000), TORN],
    ['a header with a changed byte', () => changed(report, 1_024 + 140), DAMAGED],
    [
      'a recording with a changed byte',
      () => changed(report, report.length - 9_000),
      err(`is damaged, have it sent again: ${FROM + 600_000}.rec has a block with a wrong checksum`),
    ],
    [
      'a recording that is no recording',
      () => tarOf(about(), [SEGMENT, 'words']),
      err(`is damaged, have it sent again: ${FROM}.rec has bytes that are no block`),
    ],
    [
      'thousands of files of nothing',
      async () => {
        const one = await tarOf([SEGMENT, ''])
        return Buffer.concat([
          await tarOf(about()).then(withoutEnd),
          emptyFiles(one.subarray(0, 512)),
          TAR_END,
        ])
      },
      err('has more than 20000 files: it is not opened'),
    ],
    [
      'more marks than memory should hold',
      () => tarOf(about(), [SEGMENT, marksOf(500_001)]),
      err('has more than 500000 marks: it is not opened'),
    ],
    [
      'few marks of more bytes than memory should hold',
      () => tarOf(about(), [SEGMENT, Buffer.concat([longMark, longMark])]),
      err(
        `is damaged, have it sent again: ${FROM}.rec: the marks up to here are longer than ${48 * 1024 * 1024} bytes`,
      ),
    ],
    ['another file', () => tarOf(about(), ['sesame-report/log.txt', '']), ALIEN],
    [
      'a length below nothing',
      async () => withWords(await tarOf(about(), [SEGMENT, 'x']), 124, '-0000000001'),
      DAMAGED,
    ],
  ]
  for (const [name, make, refusal] of cases)
    test(name, async () => assert.deepEqual(await open(await make()), refusal))
})

const withoutEnd = (bytes: Buffer): Buffer => bytes.subarray(0, -TAR_END.length)

/** Headers of 20,001 empty segments of different names. */
function emptyFiles(header: Buffer): Buffer {
  return Buffer.concat(
    Array.from({ length: 20_001 }, (_, index) => {
      const prefix = Buffer.alloc(1_024)
      header.copy(prefix, 1_024 - header.length)
      return withWords(prefix, 'sesame-report/recording/'.length, String(FROM + index), 512).subarray(512)
    }),
  )
}

function changed(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes)
  copy[at] = (copy[at] ?? 0) ^ 1
  return copy
}

/** The second file's header with other words in it, and the sum that belongs to them. */
function withWords(bytes: Buffer, at: number, words: string, start = 1_024): Buffer {
  const copy = Buffer.from(bytes)
  const header = copy.subarray(start, start + 512)
  header.write(words, at)
  header.write('        ', 148)
  const sum = header.reduce((all, byte) => all + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return copy
}
const withType = (bytes: Buffer, type: string): Buffer => withWords(bytes, 156, type)
const withLength = (bytes: Buffer): Buffer => withWords(bytes, 124, '7'.repeat(11))
