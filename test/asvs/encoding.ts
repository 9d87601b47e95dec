/** Places for the chapters 1 and 2: encoding, validation and the logic of trading. */
import { mutation } from './mutation.ts'
import type { Mutation } from './mutation.ts'

export const ENCODING: readonly Mutation[] = [
  mutation(
    '1.1.1',
    ['src/server/http/request-body.ts', 'fatal: true', 'fatal: false'],
    ['src/server/app.test.ts', '[INV-36] [INV-37] text that is not UTF-8 is refused with invalid_json by'],
  ),
  mutation(
    '1.1.2',
    ['src/lib/csv.ts', "FORMULA_START.test(text) ? \"'\" : ''", "''"],
    ['src/lib/csv.test.ts', '[INV-38] a text cell'],
  ),
  mutation(
    '1.2.1',
    [
      'src/server/openapi/html.ts',
      'return text.replaceAll(/[&<>"\']/g, (character) => ENTITIES[character] ?? character)',
      'return text',
    ],
    ['src/server/openapi/api-reference.test.ts', 'is markup of its own only: the document’s texts are text'],
  ),
  mutation(
    '1.2.2',
    ['src/web/platform/api/client.ts', 'encodeURIComponent(textOf(params[name]))', 'textOf(params[name])'],
    ['src/web/platform/api/client.test.ts', 'paths and queries are escaped, empty parts left out'],
  ),
  mutation(
    '1.2.2',
    ['src/venue/profile.ts', 'if (!secure && !plain) problems', 'if (false) problems'],
    ['src/venue/profile.test.ts', 'INV-39 is refused with another protocol'],
  ),
  mutation(
    '1.2.3',
    ['src/server/http/replies.ts', 'body: JSON.stringify(value),', 'body: String(value),'],
    ['src/server/handlers/answers.test.ts', 'every answer matches its schema'],
  ),
  mutation(
    '1.2.4',
    [
      'src/store/sessions.ts',
      "'DELETE FROM session WHERE token_hash = ?'",
      "`DELETE FROM session WHERE token_hash = '${String(sqlite)}'`",
    ],
    ['test/source-rules.test.ts', 'puts no text into a statement of the database: values are bound'],
  ),
  mutation(
    '1.2.5',
    ['src/app/assembly/bundled-venue.ts', 'detached: true,', 'detached: true, shell: true,'],
    ['test/source-rules.test.ts', 'starts programs by a list of arguments only, never by a line for a shell'],
  ),
  mutation(
    '1.2.9',
    ['src/app/process/redactor.ts', 'longestFirst.map(escapeForPattern).join', 'longestFirst.join'],
    [
      'src/app/process/logger.test.ts',
      'INV-35 no spelling of a registered secret gets out, in either format',
    ],
  ),
  mutation(
    '1.2.10',
    ['src/lib/csv.ts', 'NEEDS_QUOTES.test(guarded) ?', 'false ?'],
    ['src/lib/csv.test.ts', 'reads back row by row, and no cell is a formula'],
  ),
  mutation(
    '1.3.2 1.3.7',
    [
      'src/lib/never.ts',
      'throw new Error(`unreachable: ${JSON.stringify(value)}`)',
      'throw new Error(String(eval(String(value))))',
    ],
    ['test/source-rules.test.ts', 'runs no text as a program'],
  ),
  mutation(
    '1.3.3',
    [
      'src/core/notification/chat-text.ts',
      "text.toWellFormed().replace(UNWANTED, ' ').trim()",
      'text.trim()',
    ],
    [
      'src/core/notification/chat-text.test.ts',
      '[INV-38] whatever comes in, at most 4096 well-formed characters without controls go out',
    ],
  ),
  mutation(
    '1.3.5',
    ['src/chat/bot.ts', ',"link_preview_options":', ',"parse_mode":"HTML","link_preview_options":'],
    ['src/chat/bot.test.ts', 'sends plain text to one numeric chat, without parse mode and link previews'],
  ),
  mutation(
    '1.3.6',
    ['src/venue/profile.ts', 'problems.push(`urls.${name} must not hold a user`)', 'void 0'],
    ['src/venue/profile.test.ts', 'INV-39 is refused with ${name}'],
  ),
  mutation(
    '1.3.10 16.4.1',
    [
      'src/app/process/logger.ts',
      'return visible(JSON.stringify({ time, level, event, ...fields }))',
      'return JSON.stringify({ time, level, event, ...fields })',
    ],
    [
      'src/app/process/logger.test.ts',
      'INV-38 foreign text can neither forge a line nor turn the direction of writing',
    ],
  ),
  mutation(
    '1.3.12',
    [
      'src/lib/decimal.ts',
      'const DECIMAL = /^(-?)(\\d+)(?:\\.(\\d+))?$/',
      'const DECIMAL = /^(-?)(\\d+)+(?:\\.(\\d+))?$/',
    ],
    [
      'test/source-rules.test.ts',
      'every regular expression of the product is linear: no text makes one run for long',
    ],
  ),
  mutation(
    '1.4.2',
    ['src/lib/decimal.ts', "if (text.length > MAX_LENGTH) return err('too_long')", ''],
    ['src/lib/decimal.test.ts', 'refuses what it cannot hold exactly, and endless text'],
  ),
  mutation(
    '1.5.2',
    [
      'src/lib/never.ts',
      'throw new Error(`unreachable: ${JSON.stringify(value)}`)',
      "throw new Error(String(import('node:v8')))",
    ],
    ['test/source-rules.test.ts', 'parses no XML, and revives no objects but from JSON'],
  ),
  mutation(
    '2.1.1',
    ['src/server/http/request-body.ts', 'const MAX_DEPTH = 16', 'const MAX_DEPTH = 17'],
    ['test/security-page.test.ts', 'lists every bound of input as the code has it'],
  ),
  mutation(
    '2.2.1 15.3.3',
    [
      'src/server/http/validation.ts',
      'if (parsed.success) return ok(parsed.data)',
      "if (parsed.success || parsed.error.issues.every((issue) => issue.code === 'unrecognized_keys')) return ok(parsed.data ?? value)",
    ],
    ['src/server/app.test.ts', '[INV-36] [INV-37] an unknown field is refused with invalid_request by'],
  ),
  mutation(
    '2.3.1',
    [
      'src/engine/gates/trading.ts',
      "return machine.state().mode === 'ARMED' ? null : rejection('safe_mode')",
      'return null',
    ],
    ['src/engine/gates/trading.test.ts', 'INV-04 the start is SAFE, and an order is refused as such'],
  ),
  mutation(
    '2.3.3',
    [
      'src/store/notifications.ts',
      'add: (entries, alerts) =>\n      transaction(sqlite, () => {',
      'add: (entries, alerts) =>\n      ((_: unknown, run: () => NotificationId[]) => run())(sqlite, () => {',
    ],
    [
      'src/store/notifications.test.ts',
      '[INV-27] a fired alert and its notification are written together or not at all',
    ],
  ),
  mutation(
    '2.2.2 8.3.1',
    ['src/server/app.ts', 'return json.ok ? decode(schema, json.value) : json', 'return json'],
    ['src/server/app.test.ts', 'a field that is wrong is named'],
  ),
  mutation(
    '2.3.2 2.3.4 15.4.2',
    ['src/engine/orders/order-usage.ts', "openShares(state, 'SELL', outcomeId),", 'ZERO,'],
    ['src/engine/orders/orders.test.ts', 'INV-15 shares held are not sold twice by concurrent orders'],
  ),
  mutation(
    '1.5.3',
    [
      'src/venue/json-pieces.ts',
      '    if (byte === QUOTE) return index + 1\n    if (byte === BACKSLASH) index += 1\n',
      '    if (byte === QUOTE) return index + 1\n',
    ],
    ['src/venue/json-pieces.test.ts', 'INV-40 gives what JSON.parse gives, and refuses what it refuses'],
  ),
  mutation(
    '2.1.3',
    ['src/core/risk-limits.ts', 'maxDailyNotional: pusd(5_000)', 'maxDailyNotional: pusd(6_000)'],
    [
      'test/security-page.test.ts',
      'the limits of trading and their ceilings are in docs/trading.md as the code has them',
    ],
  ),
  mutation(
    '2.2.3',
    ['src/core/risk.ts', 'if (!isOnTick(intent.price, listing.tickSize)) {', 'if (false) {'],
    ['src/core/risk.test.ts', 'INV-03 what may change between signature and first byte is judged alone'],
  ),
  mutation(
    '2.4.1',
    ['src/server/app.ts', 'const MUTATIONS_PER_SECOND = 20', 'const MUTATIONS_PER_SECOND = 20_000'],
    [
      'src/server/handlers/login.test.ts',
      '20 mutations a second; [INV-16] cancels, safe and orders are not counted',
    ],
  ),
  mutation(
    '1.4.3',
    ['src/engine/gates/trading.ts', '      stopTicker?.()\n', ''],
    [
      'src/engine/orders/bounds.test.ts',
      'orders of every outcome leave no timer, no open order and nothing queued behind',
    ],
  ),
  mutation(
    '2.3.2',
    ['src/core/risk.ts', 'if (order > limits.maxOrderNotional) return over', 'if (false) return over'],
    [
      'src/core/risk.test.ts',
      'INV-15 no order of checks and reservations, fills and cancels takes a limit past its value',
    ],
  ),
  mutation(
    '2.1.2',
    ['src/core/reject-codes.ts', 'Post-only needs a GTC or GTD order.', 'Post-only needs a GTC order.'],
    [
      'test/security-page.test.ts',
      'every rule by which an order is refused is in docs/reference/reject-codes.md in the words of the code',
    ],
  ),
]
