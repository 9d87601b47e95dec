// Rules shown here: VEN-14.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { chatText, plainChatText } from './chat-text.ts'

const part = { title: 'Hawks', text: 'Filled.', isUrgent: false, at: 0 }
const anyText = fc.string({ unit: fc.constantFrom('a', ' ', '\n', '\u202e', '\u{1f600}', '\ud83d', 'é') })
const hour = (): string => '12:00:00 UTC'

describe('chat text', () => {
  test('INV-38 control and direction characters become spaces', () => {
    assert.equal(plainChatText('a\u0000b\nc\u202ed\u2066e\u200ff\u2028g'), 'a b c d e f g')
  })

  test('a text beyond 4096 characters is cut and ends with an ellipsis', () => {
    assert.equal(plainChatText('x'.repeat(4096)), 'x'.repeat(4096))
    assert.equal(plainChatText('x'.repeat(4097)), `${'x'.repeat(4095)}…`)
    assert.equal(plainChatText(`${'x'.repeat(4094)}\u{1f600}yz`), `${'x'.repeat(4094)}…`)
  })

  test('one notification is its title and text; several are numbered with their times', () => {
    assert.equal(chatText([part], hour), 'Hawks. Filled.')
    assert.equal(chatText([{ ...part, isUrgent: true }], hour), 'URGENT: Hawks. Filled.')
    assert.equal(
      chatText([part, part], hour),
      '2 notifications: (1) 12:00:00 UTC Hawks. Filled. (2) 12:00:00 UTC Hawks. Filled.',
    )
  })

  test('INV-38 whatever comes in, at most 4096 well-formed characters without controls go out', () => {
    fc.assert(
      fc.property(anyText, fc.nat({ max: 400 }), (text, times) => {
        const plain = plainChatText(text.repeat(times))
        assert.ok(plain.length <= 4096)
        assert.ok(plain.isWellFormed())
        assert.doesNotMatch(plain, /[\p{Cc}\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/u)
      }),
    )
  })
})
