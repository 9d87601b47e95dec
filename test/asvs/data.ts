/** Places for the chapters 14 and 15: data, packages and code. */
import { mutation } from './mutation.ts'
import type { Mutation } from './mutation.ts'

export const DATA: readonly Mutation[] = [
  mutation(
    '14.2.5',
    [
      'src/server/http/static-files.ts',
      "const isPage = !path.includes('.') && path !== '/ws'",
      'const isPage = true',
    ],
    ['src/server/http/headers.test.ts', 'a file that is not there'],
  ),
  mutation(
    '14.1.1',
    ['src/app/config/environment.ts', 'isSecret === true)', "isSecret === true && name !== 'METRICS_TOKEN')"],
    ['test/security-page.test.ts', 'names every setting that is a secret'],
  ),
  mutation(
    '14.2.1',
    ['src/server/app.ts', 'return unknown.length === 0', 'return unknown.length >= 0'],
    [
      'src/server/app.test.ts',
      '[INV-36] [INV-37] an unknown query parameter is refused with invalid_request by',
    ],
  ),
  mutation(
    '14.2.2 14.3.2',
    [
      'src/server/http/replies.ts',
      "const common = { 'Cache-Control': 'no-store', ...headers }",
      'const common = { ...headers }',
    ],
    [
      'src/server/http/headers.test.ts',
      'the answer of every operation, with a session and without, has every header and its true length',
    ],
  ),
  mutation(
    '14.2.3',
    ['src/web/index.html', '<head>', '<head><script src="https://count.example/x.js"></script>'],
    [
      'test/source-rules.test.ts',
      'loads nothing from elsewhere, and opens other sites only without telling them where from',
    ],
  ),
  mutation(
    '14.3.1',
    ['src/server/handlers/session.ts', 'call.header(\'Clear-Site-Data\', \'"cache", "storage"\')', ''],
    [
      'src/server/handlers/login.test.ts',
      '[INV-42] ends the session, disarms, closes its tabs and clears the browser',
    ],
  ),
  mutation(
    '14.2.4 16.2.5',
    [
      'src/app/process/logger.ts',
      'options.redactor.redact(format(time, level, event, fields))',
      'format(time, level, event, fields)',
    ],
    [
      'src/app/process/logger.test.ts',
      'INV-35 no spelling of a registered secret gets out, in either format',
    ],
  ),
  mutation(
    '15.1.2',
    ['scripts/list-parts.ts', 'if (!needs.has(next)) walk(', 'if (false) walk('],
    [
      'test/supply-chain.test.ts',
      'gives a list of parts with each package that the product imports, directly or not, and its hash',
    ],
  ),
  mutation(
    '15.2.1',
    [
      'package-lock.json',
      '"node_modules/ws": {\n      "version": "8.',
      '"node_modules/ws": {\n      "version": "7.',
    ],
    ['test/supply-chain.test.ts', 'has nothing below the versions that closed known holes'],
  ),
  mutation(
    '15.2.4',
    ['.npmrc', 'registry=https://registry.npmjs.org/\n', ''],
    [
      'test/supply-chain.test.ts',
      'names no place of its own for any package, and npm takes them from the public registry',
    ],
  ),
  mutation(
    '15.3.1',
    [
      'src/server/handlers/session.ts',
      "ok({ status: engine?.status.health() ?? 'ok' })",
      "ok({ status: engine?.status.health() ?? 'ok', version: 1 })",
    ],
    ['src/server/handlers/answers.test.ts', 'every answer matches its schema'],
  ),
  mutation(
    '15.3.2',
    [
      'src/lib/never.ts',
      'throw new Error(`unreachable: ${JSON.stringify(value)}`)',
      "throw new Error(JSON.stringify({ value, redirect: 'follow' }))",
    ],
    [
      'test/source-rules.test.ts',
      'never switches the check of a certificate off, and never follows a redirect',
    ],
  ),
  mutation(
    '15.3.4',
    [
      'src/server/access/callers.ts',
      "if (!isTrusted(peer) || typeof claimed !== 'string') return oneOf",
      "if (typeof claimed !== 'string') return oneOf",
    ],
    [
      'src/server/handlers/login.test.ts',
      '[INV-41] counts failures by the address of the connection: what a header claims opens no new count',
    ],
  ),
  mutation(
    '15.3.5',
    [
      'src/server/http/request-body.ts',
      '    value = JSON.parse(text)',
      "    value = JSON.parse(text, (_, each) => (typeof each === 'number' ? String(each) : each))",
    ],
    ['src/server/app.test.ts', 'a field that is wrong is named'],
  ),
  mutation(
    '15.3.6',
    ['src/server/http/request-body.ts', 'if (FORBIDDEN_KEYS.has(key)) return', 'if (false) return'],
    ['src/server/app.test.ts', '[INV-36] [INV-37] a forbidden name is refused with invalid_request by'],
  ),
  mutation(
    '15.3.7',
    ['src/server/http/validation.ts', 'if (values.has(name))', 'if (false)'],
    ['src/server/app.test.ts', 'a parameter given twice'],
  ),
  mutation(
    '15.4.4',
    ['src/server/access/password.ts', 'if (inside > MAX_WAITING) return', 'if (false) return'],
    [
      'src/server/access/password.test.ts',
      '[INV-41] one password is hashed at a time, four wait, the next is turned away',
    ],
  ),
  mutation(
    '14.3.3',
    [
      'src/web/features/login/login-page.tsx',
      "session.set(answer.value.replay_only ? 'replay' : 'opening')",
      "localStorage.setItem('token', answer.value.csrf_token); session.set('opening')",
    ],
    [
      'test/browser/login.test.ts',
      'one masked field that may be pasted into; the browser keeps no secret, and shows nothing after the logout',
    ],
  ),
  mutation(
    '15.1.3',
    [
      'src/server/live/session.ts',
      'const MAX_QUEUED_BYTES = 1_048_576',
      'const MAX_QUEUED_BYTES = 4_048_576',
    ],
    ['test/security-page.test.ts', 'lists the bounds of what costs much as the code has them'],
  ),
  mutation(
    '15.2.2',
    ['src/server/access/password.ts', 'if (inside > MAX_WAITING) return', 'if (false) return'],
    [
      'src/server/access/password.test.ts',
      '[INV-41] one password is hashed at a time, four wait, the next is turned away',
    ],
  ),
  mutation(
    '14.1.1',
    [
      'src/store/migrations/0001-first.sql',
      'CREATE TABLE login_failure (',
      'CREATE TABLE diary (words TEXT) STRICT;\nCREATE TABLE login_failure (',
    ],
    [
      'test/security-page.test.ts',
      'names every table of the database and every file of the data directory with its class',
    ],
  ),
  mutation(
    '14.2.4',
    [
      'src/server/access/session.ts',
      'const id = hashOf(token)\n      const stored',
      'const id = token\n      const stored',
    ],
    ['src/server/access/session.test.ts', 'is stored only as a hash of its token'],
  ),
  mutation(
    '14.2.4',
    [
      'src/engine/notifications/notifications.ts',
      'store.removeBefore(actor.clock.now() - KEPT_MS)',
      'store.removeBefore(0)',
    ],
    ['src/engine/notifications/notifications.test.ts', 'history: 30 days, by words, unread and page'],
  ),
  mutation(
    '14.2.4',
    [
      'src/store/migrations/0001-first.sql',
      "CREATE TRIGGER audit_no_update BEFORE UPDATE ON audit\nBEGIN\n  SELECT RAISE(ABORT, 'the audit log is append-only');",
      'CREATE TRIGGER audit_no_update BEFORE UPDATE ON audit\nBEGIN\n  SELECT 1;',
    ],
    ['src/store/audit-log.test.ts', 'INV-30 the database refuses updates, deletes, replacements and gaps'],
  ),
  mutation(
    '15.2.5',
    ['deploy/sesame.service', 'ProtectSystem=strict', 'ProtectSystem=false'],
    [
      'test/deploy.test.ts',
      'the service runs as a user of its own that gains no rights and writes to its own directory alone',
    ],
  ),
]
