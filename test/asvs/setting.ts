/** Places for the chapters 13: configuration. */
import { mutation } from './mutation.ts'
import type { Mutation } from './mutation.ts'

export const SETTING: readonly Mutation[] = [
  mutation(
    '13.1.1 13.2.4',
    [
      'src/lib/never.ts',
      'throw new Error(`unreachable: ${JSON.stringify(value)}`)',
      "void fetch(String(value)); throw new Error('unreachable')",
    ],
    ['test/security-page.test.ts', 'names every address that may be connected to'],
  ),
  mutation(
    '13.2.2',
    ['deploy/sesame.service', 'NoNewPrivileges=true', 'NoNewPrivileges=false'],
    [
      'test/deploy.test.ts',
      'the service runs as a user of its own that gains no rights and writes to its own directory alone',
    ],
  ),
  mutation(
    '13.2.5 13.4.7',
    [
      'src/server/http/static-files.ts',
      'const type = TYPES[extname(entry.name)]',
      "const type = TYPES[extname(entry.name)] ?? 'text/plain'",
    ],
    ['src/server/http/headers.test.ts', 'is not at /notes.secret'],
  ),
  mutation(
    '13.3.1',
    [
      'src/app/config/environment.ts',
      'for (const name of Object.keys(processVariables)) if (isSecretName(name)) delete processVariables[name]',
      '',
    ],
    ['src/app/config/config.test.ts', 'secrets are removed from the process environment when they are read'],
  ),
  mutation(
    '13.3.2',
    ['src/store/private-files.ts', 'mode: 0o700', 'mode: 0o755'],
    [
      'src/store/database.test.ts',
      'creates a private directory and keeps every durability setting after the first write',
    ],
  ),
  mutation(
    '13.4.1',
    ['.dockerignore', '.git\n', ''],
    [
      'test/deploy.test.ts',
      'the image has neither the history of the sources nor tests in it, and does not run as root',
    ],
  ),
  mutation(
    '13.4.2 15.2.3',
    [
      'src/app/config/config.ts',
      "reader.fail('SESAME_FAULTPOINTS', 'is for tests only: every venue address must be on this host')",
      'void 0',
    ],
    ['src/app/config/config.test.ts', 'points of crash tests are taken only with a venue on this host'],
  ),
  mutation(
    '13.4.3',
    [
      'src/server/http/static-files.ts',
      "const isPage = !path.includes('.') && path !== '/ws'",
      'const isPage = true',
    ],
    ['src/server/http/headers.test.ts', 'is not at ${path}'],
  ),
  mutation(
    '13.4.5',
    [
      'src/server/app.ts',
      "route.auth === 'session_or_token' && isSame(bearer, metricsToken)",
      "route.auth === 'session_or_token'",
    ],
    [
      'src/server/http/metrics.test.ts',
      'a session or the bearer of METRICS_TOKEN reads the metrics, no other request does, and the token opens nothing else',
    ],
  ),
  mutation(
    '13.4.6',
    [
      'src/server/http/security-headers.ts',
      "'X-Frame-Options': 'DENY',",
      "'X-Frame-Options': 'DENY', Server: 'sesame/0.1.0',",
    ],
    [
      'src/server/http/headers.test.ts',
      'the answer of every operation, with a session and without, has every header and its true length',
    ],
  ),
]
