// Rules shown here: SEC-5.
// A spreadsheet that opens our files runs nothing, and reads back what was there.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { csvLines, csvText, type CsvColumn } from './csv.ts'

const columns: readonly CsvColumn<readonly [string, string | null]>[] = [
  { name: 'text', kind: 'text', value: ([text]) => text },
  { name: 'number', kind: 'number', value: ([, number]) => number },
]

/** A plain RFC 4180 reader. */
function read(csv: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let rest = csv
  while (rest !== '') {
    const match = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/.exec(rest)
    assert.ok(match !== null, rest)
    row.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '')
    if (match[3] === '\r\n') {
      rows.push(row)
      row = []
    }
    rest = rest.slice(match[0].length)
  }
  return rows
}

const file = (rows: readonly (readonly [string, string | null])[]): string =>
  [...csvLines(columns, rows)].join('')

describe('INV-38 a text cell', () => {
  for (const start of ['=', '+', '-', '@', '\t', '\r', '\n', '\0', '  =', '\u00a0@', '\uff1d', '\uff0b']) {
    test(`that begins with ${JSON.stringify(start)} begins with an apostrophe`, () => {
      const cell = csvText(`${start}HYPERLINK("x","y")`)
      assert.match(cell, /^"?'/)
    })
  }

  test('is quoted where it holds a quote, a comma or a line end', () => {
    assert.equal(csvText('a "b", c'), '"a ""b"", c"')
    assert.equal(csvText('two\nlines'), '"two\nlines"')
    assert.equal(csvText('plain'), 'plain')
  })

  test('shows what is invisible or turns direction', () => {
    assert.equal(csvText('a\u202eb\u200bc'), 'a\ufffdb\ufffdc')
  })
})

describe('a file', () => {
  test('has a header, ends each line with CRLF, and types its numbers', () => {
    assert.equal(
      file([
        ['Lakers', '-0.5'],
        ['-1', null],
      ]),
      "text,number\r\nLakers,-0.5\r\n'-1,\r\n",
    )
  })

  test('takes nothing for a number that is none', () => {
    assert.equal(file([['a', '=1+1']]), "text,number\r\na,'=1+1\r\n")
    assert.equal(file([['a', '1e5']]), 'text,number\r\na,1e5\r\n')
    assert.equal(file([['a', '+1']]), "text,number\r\na,'+1\r\n")
  })

  test('reads back row by row, and no cell is a formula', () => {
    const anyText = fc.string({ unit: 'grapheme', maxLength: 20 })
    const nasty = fc.string({ unit: fc.constantFrom('=', '"', ',', '\r', '\n', "'", '-', 'a', '\t') })
    fc.assert(
      fc.property(fc.array(fc.oneof(anyText, nasty), { maxLength: 450 }), (texts) => {
        const rows = read(file(texts.map((text) => [text, '1'])))
        assert.equal(rows.length, texts.length + 1)
        for (const [index, text] of texts.entries()) {
          const [cell = '', number] = rows[index + 1] ?? []
          assert.equal(number, '1')
          assert.doesNotMatch(cell, /^[=+\-@\t\r\n]/)
          assert.equal(cell.replace(/^'/, '').length, text.replace(/^'/, '').length)
        }
      }),
    )
  })
})
