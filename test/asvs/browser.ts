/** Places for the chapters 3: what the browser gets. */
import { mutation } from './mutation.ts'
import type { Mutation } from './mutation.ts'

export const BROWSER: readonly Mutation[] = [
  mutation(
    '3.4.3',
    ['src/server/http/security-headers.ts', "object-src 'none'; base-uri 'none'; frame", 'frame'],
    [
      'src/server/http/headers.test.ts',
      'the answer of every operation, with a session and without, has every header and its true length',
    ],
  ),
  mutation(
    '3.2.1',
    ['src/server/http/security-headers.ts', "frame-ancestors 'none'; sandbox\"", "frame-ancestors 'none'\""],
    [
      'src/server/http/headers.test.ts',
      'the answer of every operation, with a session and without, has every header and its true length',
    ],
  ),
  mutation(
    '3.2.2 3.2.3 1.3.7',
    [
      'src/lib/never.ts',
      'throw new Error(`unreachable: ${JSON.stringify(value)}`)',
      "document.body.innerHTML = String(value); throw new Error('unreachable')",
    ],
    ['test/source-rules.test.ts', 'writes nothing as HTML'],
  ),
  mutation(
    '3.3.1',
    ['src/server/access/session.ts', "${parts.cookieSecure ? '; Secure' : ''}", ''],
    [
      'src/server/handlers/login.test.ts',
      'behind TLS gives a __Host- cookie and promises TLS for the future',
    ],
  ),
  mutation(
    '3.3.2',
    ['src/server/access/session.ts', 'SameSite=Strict', 'SameSite=None'],
    [
      'src/server/access/session.test.ts',
      'cannot be read by scripts, sent by other sites or, behind TLS, sent in the clear',
    ],
  ),
  mutation(
    '3.3.3',
    ['src/server/access/cookies.ts', "'__Host-'", "'tls_'"],
    [
      'src/server/access/session.test.ts',
      'cannot be read by scripts, sent by other sites or, behind TLS, sent in the clear',
    ],
  ),
  mutation(
    '3.3.5',
    [
      'src/server/access/session.ts',
      '`${cookieName}=${token}; ${attributes}; Max-Age',
      "`${cookieName}=${token}; ${attributes}; ${'x'.repeat(5000)}; Max-Age",
    ],
    [
      'src/server/access/session.test.ts',
      'is small: name, value and attributes together are far from what a browser drops',
    ],
  ),
  mutation(
    '3.4.1',
    ['src/server/http/security-headers.ts', "max-age=31536000'", "max-age=3600'"],
    [
      'src/server/handlers/login.test.ts',
      'behind TLS gives a __Host- cookie and promises TLS for the future',
    ],
  ),
  mutation(
    '3.4.2',
    [
      'src/server/http/security-headers.ts',
      "'X-Content-Type-Options': 'nosniff',",
      "'X-Content-Type-Options': 'nosniff', 'Access-Control-Allow-Origin': '*',",
    ],
    [
      'src/server/http/headers.test.ts',
      'the answer of every operation, with a session and without, has every header and its true length',
    ],
  ),
  mutation(
    '3.4.3',
    ['src/server/http/security-headers.ts', '    "object-src \'none\'",\n', ''],
    ['src/server/http/headers.test.ts', 'is at ${path}'],
  ),
  mutation(
    '3.4.4',
    ['src/server/http/security-headers.ts', "    'X-Content-Type-Options': 'nosniff',\n", ''],
    [
      'src/server/http/headers.test.ts',
      'the answer of every operation, with a session and without, has every header and its true length',
    ],
  ),
  mutation(
    '3.4.5',
    ['src/server/http/security-headers.ts', "    'Referrer-Policy': 'no-referrer',\n", ''],
    [
      'src/server/http/headers.test.ts',
      'the answer of every operation, with a session and without, has every header and its true length',
    ],
  ),
  mutation(
    '3.4.6',
    ['src/server/http/security-headers.ts', '    "frame-ancestors \'none\'",\n', ''],
    ['src/server/http/headers.test.ts', 'is at ${path}'],
  ),
  mutation(
    '3.4.8',
    ['src/server/http/security-headers.ts', "    'Cross-Origin-Opener-Policy': 'same-origin',\n", ''],
    ['src/server/http/headers.test.ts', 'is at ${path}'],
  ),
  mutation(
    '3.5.1',
    ['src/server/app.ts', "if (route.method !== 'GET' && !csrf", 'if (false && !csrf'],
    ['src/server/app.test.ts', '[INV-36] [INV-37] no CSRF token is refused with bad_csrf by'],
  ),
  mutation(
    '3.5.2',
    [
      'src/server/http/request-body.ts',
      'const isJson = /^application',
      "const isJson = type.startsWith('text/plain') || /^application",
    ],
    ['src/server/app.test.ts', '[INV-36] [INV-37] a plain form is refused with unsupported_media_type by'],
  ),
  mutation(
    '3.5.6',
    [
      'src/lib/never.ts',
      'throw new Error(`unreachable: ${JSON.stringify(value)}`)',
      "document.createElement('script'); throw new Error(String(value))",
    ],
    ['test/source-rules.test.ts', 'takes no answer for a script: there is no JSONP'],
  ),
  mutation(
    '3.5.8',
    ['src/server/http/security-headers.ts', "    'Cross-Origin-Resource-Policy': 'same-origin',\n", ''],
    [
      'src/server/http/headers.test.ts',
      'the answer of every operation, with a session and without, has every header and its true length',
    ],
  ),
  mutation(
    '3.6.1',
    ['src/web/index.html', '<head>', '<head><link rel="preload" href="https://cdn.example/x.js">'],
    [
      'test/source-rules.test.ts',
      'loads nothing from elsewhere, and opens other sites only without telling them where from',
    ],
  ),
  mutation(
    '3.7.1',
    ['src/server/http/security-headers.ts', '    "default-src \'none\'",\n', '    "default-src \'self\'",\n'],
    ['src/server/http/headers.test.ts', 'is at ${path}'],
  ),
  mutation(
    '3.7.2 4.1.2',
    [
      'src/server/http/replies.ts',
      "'Content-Type': 'application/json', ...common }",
      "'Content-Type': 'application/json', Location: '/', ...common }",
    ],
    [
      'src/server/http/headers.test.ts',
      'the answer of every operation, with a session and without, has every header and its true length',
    ],
  ),
  mutation(
    '3.5.3',
    ['src/contract/session-routes.ts', '...PATHS.logout,', "...PATHS.logout, method: 'GET',"],
    [
      'src/server/app.test.ts',
      'reading changes nothing: every path asked for by GET leaves mode, orders, limits and sessions as they were',
    ],
  ),
  mutation(
    '3.3.4',
    [
      'src/server/app.ts',
      'jsonReply(result.value, Object.fromEntries(headers))',
      "jsonReply(result.value, { ...Object.fromEntries(headers), 'X-Session': request.headers.cookie ?? '' })",
    ],
    [
      'src/server/http/headers.test.ts',
      '[INV-35] a session cookie opens nothing but what it is for: no other answer carries it',
    ],
  ),
  mutation(
    '3.5.5',
    [
      'src/web/main.tsx',
      'const contexts = createContexts(window, early)',
      "window.addEventListener('message', () => {})\nconst contexts = createContexts(window, early)",
    ],
    [
      'test/source-rules.test.ts',
      'of the page speaks to no other window: only its own worker and its own pages',
    ],
  ),
  mutation(
    '3.5.7',
    [
      'src/server/app.ts',
      '    if (file !== null) return ok(await static',
      "    if (path.endsWith('.js') && request.headers.cookie !== undefined) return ok(textReply(request.headers.cookie, 'text/javascript'))\n    if (file !== null) return ok(await static",
    ],
    [
      'src/server/http/headers.test.ts',
      'has scripts that are the same for everybody, so that none holds data',
    ],
  ),
]
