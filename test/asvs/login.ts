/** Places for the chapters 6 to 9: login, sessions, rights and tokens. */
import { mutation } from './mutation.ts'
import type { Mutation } from './mutation.ts'

export const LOGIN: readonly Mutation[] = [
  mutation(
    '6.1.1',
    ['src/server/access/password.ts', 'const MAX_WAITING = 4', 'const MAX_WAITING = 5'],
    ['test/security-page.test.ts', 'lists every bound of login and sessions as the code has it'],
  ),
  mutation(
    '6.1.2',
    ['docs/security.md', ', `wallet`.', '.'],
    ['test/security-page.test.ts', 'names every word that counts for nothing in a password'],
  ),
  mutation(
    '6.1.3 8.1.1',
    ['docs/security.md', 'Without a session: `health`, `login`', 'Without a session: `health`'],
    ['test/security-page.test.ts', 'names every operation that needs no session'],
  ),
  mutation(
    '6.2.1',
    ['src/app/process/new-password.ts', 'const SHORTEST = 12', 'const SHORTEST = 7'],
    ['src/app/process/new-password.test.ts', 'has 12 characters at least and 256 at most'],
  ),
  mutation(
    '6.2.9',
    ['src/app/process/new-password.ts', 'const LONGEST = 256', 'const LONGEST = 60'],
    ['src/app/process/new-password.test.ts', 'has 12 characters at least and 256 at most'],
  ),
  mutation(
    '6.2.2',
    [
      'src/app/process/new-password.ts',
      'return hashPassword(password,',
      'return hashPassword(`${password} `,',
    ],
    [
      'test/integration/commands.test.ts',
      'hash-password makes a hash that opens with the password, and refuses short ones',
    ],
  ),
  mutation(
    '6.2.4',
    ['src/app/process/new-password.ts', 'const MIN_GUESSES_LOG10 = 10', 'const MIN_GUESSES_LOG10 = 8'],
    [
      'src/app/process/new-password.test.ts',
      'is none of the most common ones made long enough in the ways that are usual',
    ],
  ),
  mutation(
    '6.2.12',
    ['src/app/process/new-password.ts', 'dictionary: common.dictionary', 'dictionary: {}'],
    ['src/app/process/new-password.test.ts', 'is none of the most common ones that are long enough'],
  ),
  mutation(
    '6.2.5',
    [
      'src/app/process/new-password.ts',
      'if (password.length < SHORTEST ||',
      'if (!/[A-Z]/.test(password) || password.length < SHORTEST ||',
    ],
    ['src/app/process/new-password.test.ts', 'may be made of any characters: no kind of them is asked for'],
  ),
  mutation(
    '6.2.10',
    [
      'src/server/access/password.ts',
      'return timingSafeEqual(tag, hash.tag)',
      'return timingSafeEqual(tag, hash.tag) && Date.now() < Date.UTC(2026, 0)',
    ],
    ['src/server/access/password.test.ts', 'a hash verifies its own password, byte for byte, and no other'],
  ),
  mutation(
    '6.2.11',
    ['src/app/process/new-password.ts', "password.replace(WORDS_OF_HERE, '')", 'password'],
    ['src/app/process/new-password.test.ts', 'is not put together from the words of this terminal'],
  ),
  mutation(
    '6.3.1',
    [
      'src/server/access/login-limit.ts',
      'if (count + extra < limit) return 0',
      'if (count + extra < limit || count >= limit) return 0',
    ],
    [
      'src/server/handlers/login.test.ts',
      '[INV-41] is limited after 5 failures a minute, also with the right password, and disturbs no session',
    ],
  ),
  mutation(
    '6.3.2 13.2.3',
    [
      'src/app/config/config-login.ts',
      "if (reader.text('UI_PASSWORD_HASH') === null && !simulated) {",
      'if (false) {',
    ],
    ['src/app/config/config.test.ts', 'UI_PASSWORD_HASH: VENUE_PROFILE SESSION_SECRET'],
  ),
  mutation(
    '6.3.4 8.2.1 8.2.2',
    [
      'src/server/app.ts',
      'if (session === null) return err(NO_SESSION)',
      'if (session === null) return ok(NOBODY)',
    ],
    ['src/server/app.test.ts', '[INV-36] [INV-37] no session is refused with no_session by'],
  ),
  mutation(
    '8.2.1',
    [
      'src/server/access/bearer.ts',
      'return needed !== undefined && isWithin(token.scope, needed) ? ok(token) : err(OUTSIDE)',
      'return needed === undefined || isWithin(token.scope, needed) ? ok(token) : err(OUTSIDE)',
    ],
    ['src/server/handlers/tokens.test.ts', 'INV-59 a token opens what its scope names and nothing else:'],
  ),
  mutation(
    '6.3.5',
    [
      'src/server/handlers/password-check.ts',
      'parts.engine?.notifications.notify(loginsRefusedDraft(clock.now()))',
      'void loginsRefusedDraft',
    ],
    ['src/server/handlers/notifications.test.ts', 'refused logins are notified, once an hour'],
  ),
  mutation(
    '6.2.10 6.4.3 7.4.3 7.4.5 11.2.2',
    ['src/server/access/session.ts', '|| stored.secretsFingerprint !== fingerprint', ''],
    ['src/server/access/session.test.ts', 'ends when ${what} changes'],
  ),
  mutation(
    '7.1.1',
    ['src/server/access/session.ts', 'const IDLE_MS = 12 * 3_600_000', 'const IDLE_MS = 11 * 3_600_000'],
    ['test/security-page.test.ts', 'lists every bound of login and sessions as the code has it'],
  ),
  mutation(
    '7.2.1',
    [
      'src/server/app.ts',
      'token === null ? null : sessions.use(token)',
      'token === null ? null : { id: token, expiresAt: 0 }',
    ],
    ['src/server/app.test.ts', '[INV-36] [INV-37] an unknown session is refused with no_session by'],
  ),
  mutation(
    '7.2.2',
    [
      'src/server/access/session.ts',
      '      const id = hashOf(token)\n      const found = find(id)\n      if (found === null) return null\n',
      '      const id = hashOf(token)\n      if (find(id) === null) store.put({ tokenHash: id, createdAt: clock.now(), lastUsedAt: clock.now(), secretsFingerprint: fingerprint })\n      const found = find(id)\n      if (found === null) return null\n',
    ],
    ['src/server/handlers/login.test.ts', '[INV-42] takes no token that the client made up'],
  ),
  mutation(
    '7.2.3',
    ['src/server/access/session.ts', 'parts.random.bytes(32)', 'parts.random.bytes(8)'],
    ['src/server/handlers/login.test.ts', 'gives a token, an end, and a cookie that scripts cannot read'],
  ),
  mutation(
    '7.2.4',
    ['src/server/handlers/session.ts', 'if (replaced !== null) endSession(replaced.id)', ''],
    [
      'src/server/handlers/login.test.ts',
      '[INV-42] gives a new token whatever cookie came, and ends the session of that cookie',
    ],
  ),
  mutation(
    '7.3.1',
    ['src/server/access/session.ts', '|| idle >= IDLE_MS', ''],
    ['src/server/access/session.test.ts', 'lasts 12 h after its last use and no longer'],
  ),
  mutation(
    '7.3.2',
    ['src/server/access/session.ts', 'age >= ABSOLUTE_MS ||', ''],
    ['src/server/access/session.test.ts', 'lasts 7 days at most, however often it is used'],
  ),
  mutation(
    '7.4.1',
    ['src/server/handlers/session.ts', '    sessions.end(id)\n', ''],
    [
      'src/server/handlers/login.test.ts',
      '[INV-42] ends the session, disarms, closes its tabs and clears the browser',
    ],
  ),
  mutation(
    '7.5.3',
    ['src/server/handlers/settings.ts', 'if (exceeding(asked.value, before).length > 0) {', 'if (false) {'],
    ['src/server/handlers/answers.test.ts', 'are lowered without and raised only with the password'],
  ),
  mutation(
    '8.3.1',
    ['src/server/app.ts', 'if (early !== null) return err(early)\n', '\n'],
    ['src/server/app.test.ts', '${step} before everything after it'],
  ),
  mutation(
    '8.3.2',
    ['src/server/handlers/session.ts', '    services.closeTabs(id)\n', ''],
    [
      'src/server/handlers/login.test.ts',
      '[INV-42] ends the session, disarms, closes its tabs and clears the browser',
    ],
  ),
  mutation(
    '6.2.6',
    ['src/web/features/login/login-page.tsx', 'type="password"', 'type="text"'],
    [
      'test/browser/login.test.ts',
      'one masked field that may be pasted into; the browser keeps no secret, and shows nothing after the logout',
    ],
  ),
  mutation(
    '6.2.7',
    ['src/web/features/login/login-page.tsx', 'autoComplete="current-password"', 'autoComplete="off"'],
    [
      'test/browser/login.test.ts',
      'one masked field that may be pasted into; the browser keeps no secret, and shows nothing after the logout',
    ],
  ),
  mutation(
    '6.4.2',
    [
      'src/web/features/login/login-page.tsx',
      '<p className="soft">Trading terminal</p>',
      '<input aria-label="Hint" />',
    ],
    [
      'test/browser/login.test.ts',
      'one masked field that may be pasted into; the browser keeps no secret, and shows nothing after the logout',
    ],
  ),
  mutation(
    '7.4.4',
    ['src/web/features/settings/settings-page.tsx', 'Log out (goes SAFE)', 'Goes SAFE'],
    [
      'test/browser/login.test.ts',
      'one masked field that may be pasted into; the browser keeps no secret, and shows nothing after the logout',
    ],
  ),
  mutation(
    '6.4.1',
    ['src/app/process/throw-away-login.ts', 'LETTERS[letterIndex(random)]', 'LETTERS[0]'],
    [
      'src/app/process/throw-away-login.test.ts',
      'a password that is made for one run is 16 letters of chance, another one each time, and opens that run alone',
    ],
  ),
  mutation(
    '7.5.2',
    [
      'src/server/handlers/session.ts',
      'if (found.id !== call.session?.id) {',
      'if (call.session === null) {',
    ],
    [
      'src/server/handlers/login.test.ts',
      '[INV-42] others end only with the password, and a wrong one counts as a failed login',
    ],
  ),
  mutation(
    '7.5.2',
    [
      'src/server/handlers/session.ts',
      'id === call.session?.id ? [] : id',
      'id === call.session?.id ? id : []',
    ],
    [
      'src/server/handlers/login.test.ts',
      '[INV-42] all others end together; with none there is nothing to disarm for',
    ],
  ),
  mutation(
    '6.2.8',
    [
      'src/server/access/password.ts',
      "message: Buffer.from(password, 'utf8')",
      "message: Buffer.from(password.toLowerCase(), 'utf8')",
    ],
    [
      'src/app/process/new-password.test.ts',
      'becomes a hash of 64 MiB and three passes with a salt of its own, which opens with it alone',
    ],
  ),
  mutation(
    '8.2.4',
    [
      'src/engine/gates/geoblock.ts',
      "machine.send({ type: 'answered', blocked: answer.blocked, at })",
      "machine.send({ type: 'answered', blocked: !answer.blocked, at })",
    ],
    ['src/engine/gates/geoblock.test.ts', 'is asked at the start, and its answer is kept'],
  ),
  mutation(
    '9.1.1',
    [
      'src/server/access/devices.ts',
      "return timingSafeEqual(Buffer.from(mac, 'base64url'), macOf(signed)) ? id : null",
      'return id',
    ],
    [
      'src/server/access/devices.test.ts',
      '[INV-41] a device is known for 90 days after its last login, under the SESSION_SECRET that it was made with',
    ],
  ),
  mutation(
    '9.1.2',
    ['src/server/access/devices.ts', "createHmac('sha256', key)", "createHmac('sha1', key)"],
    [
      'src/server/access/devices.test.ts',
      '[INV-41] a device is known for 90 days after its last login, under the SESSION_SECRET that it was made with',
    ],
  ),
  mutation(
    '9.1.3',
    [
      'src/server/access/devices.ts',
      "parts.sessionSecret, new Uint8Array(), 'sesame device v1'",
      "new Uint8Array(32), new Uint8Array(), 'sesame device v1'",
    ],
    [
      'src/server/access/devices.test.ts',
      '[INV-41] a device is known for 90 days after its last login, under the SESSION_SECRET that it was made with',
    ],
  ),
  mutation(
    '9.2.1',
    [
      'src/server/access/devices.ts',
      'at === undefined || clock.now() - Number(at) >= KNOWN_MS',
      'at === undefined',
    ],
    [
      'src/server/access/devices.test.ts',
      '[INV-41] a device is known for 90 days after its last login, under the SESSION_SECRET that it was made with',
    ],
  ),
  mutation(
    '9.2.2',
    ['src/server/access/devices.ts', "'sesame device v1'", "'sesame csrf v1'"],
    [
      'src/server/access/devices.test.ts',
      '[INV-41] what is signed for another purpose under the same secret names no device',
    ],
  ),
]
