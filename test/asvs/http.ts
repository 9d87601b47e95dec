/** Places for the chapters 4 and 5: http, websockets and files. */
import { mutation } from './mutation.ts'
import type { Mutation } from './mutation.ts'

export const HTTP: readonly Mutation[] = [
  mutation(
    '4.1.1',
    [
      'src/server/http/replies.ts',
      "'Content-Type': 'application/json', ...common }",
      "'Content-Type': 'text/plain', ...common }",
    ],
    [
      'src/server/http/headers.test.ts',
      'the answer of every operation, with a session and without, has every header and its true length',
    ],
  ),
  mutation(
    '4.1.4',
    [
      'src/server/http/request-checks.ts',
      "return METHODS.has(request.method ?? '') ? null : wrongMethod()",
      "if (request.method === 'TRACE' || request.method === 'OPTIONS') request.method = 'GET'\n  return null",
    ],
    ['src/server/http/headers.test.ts', 'a preflight'],
  ),
  mutation(
    '4.1.5',
    [
      'src/venue/auth/l2.ts',
      '    [`${headerPrefix}_SIGNATURE`, l2Signature(key, { timestamp, method, path, body })],\n',
      '',
    ],
    [
      'src/venue/clob/place.test.ts',
      'the request is one POST with the prepared bytes and the five signed headers',
    ],
  ),
  mutation(
    '4.2.1',
    ['src/server/server.ts', 'insecureHTTPParser: false', 'insecureHTTPParser: true'],
    ['src/server/http/headers.test.ts', 'length and chunks at once: 400 bad_request with every header'],
  ),
  mutation(
    '4.2.2',
    [
      'src/server/http/replies.ts',
      "isWhole ? { 'Content-Length': Buffer.byteLength(body) } : {}",
      "isWhole ? { 'Content-Length': body.length } : {}",
    ],
    [
      'src/server/http/headers.test.ts',
      'the answer of every operation, with a session and without, has every header and its true length',
    ],
  ),
  mutation(
    '4.4.1',
    [
      'src/web/platform/live/browser-socket.ts',
      "view.location.protocol === 'https:' ? 'wss:' : 'ws:'",
      "'ws:'",
    ],
    [
      'src/web/platform/live/browser-socket.test.ts',
      'a page that came over TLS speaks over TLS, and each to its own host only',
    ],
  ),
  mutation(
    '4.4.2',
    [
      'src/server/live/upgrade.ts',
      'if (origin === undefined ? bearer === null : !hosts.allowsOrigin(origin)) {',
      'if (false) {',
    ],
    ['src/server/live/hub.test.ts', 'without Origin, or with a foreign one'],
  ),
  mutation(
    '5.4.1 5.4.2',
    ['src/server/http/replies.ts', '`attachment; filename="${name}"`', "'attachment'"],
    ['src/server/handlers/answers.test.ts', 'every answer matches its schema'],
  ),
  mutation(
    '4.1.4 13.4.4',
    [
      'src/server/http/request-checks.ts',
      "return METHODS.has(request.method ?? '') ? null : wrongMethod()",
      "if (request.method === 'TRACE') request.method = 'GET'\n  return null",
    ],
    ['src/server/http/headers.test.ts', '405'],
  ),
  mutation(
    '4.4.1',
    ['src/venue/profile.ts', ' && isLoopback(parsed.hostname)\n', '\n'],
    ['src/venue/profile.test.ts', 'INV-39 is refused with plain ws to a public host'],
  ),
  mutation(
    '4.1.3',
    [
      'src/server/access/hosts.ts',
      "all[index - 1]?.toLowerCase() === 'host'",
      "all[index - 1]?.toLowerCase() === (all.includes('X-Forwarded-Host') ? 'x-forwarded-host' : 'host')",
    ],
    ['src/server/access/hosts.test.ts', 'refuses a forwarded Host'],
  ),
  mutation(
    '5.3.2',
    [
      'src/server/http/static-files.ts',
      'return files.get(path) ?? (isPage',
      "return files.get(path.includes('..') ? '/index.html' : path) ?? (isPage",
    ],
    ['src/server/http/headers.test.ts', 'is not at /../package.json'],
  ),
]
