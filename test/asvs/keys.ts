/** Places for the chapters 11 and 12: keys and connections. */
import { mutation } from './mutation.ts'
import type { Mutation } from './mutation.ts'

export const KEYS: readonly Mutation[] = [
  mutation(
    '11.1.2 11.1.3',
    [
      'src/lib/never.ts',
      '/** Ends an exhaustive switch',
      "import { hash } from 'node:crypto'\nexport const digest = hash\n/** Ends an exhaustive switch",
    ],
    ['test/security-page.test.ts', 'names every file that computes with keys, hashes or chance'],
  ),
  mutation(
    '11.2.1',
    [
      'src/venue/signing/order.ts',
      'putUint(words, 4, order.tokenId)',
      'putUint(words, 4, order.tokenId + 1n)',
    ],
    [
      'src/venue/signing/order.test.ts',
      'random orders hash as another library hashes them, and the signature recovers to the key',
    ],
  ),
  mutation(
    '11.6.1',
    [
      'src/venue/signing/order.ts',
      'putUint(words, 4, order.tokenId)',
      'putUint(words, 4, order.tokenId + 1n)',
    ],
    [
      'src/venue/signing/order.test.ts',
      'INV-12 every vector of ${name} gives the same separator, hash, id and signature',
    ],
  ),
  mutation(
    '11.2.3',
    ['src/venue/auth/l2.ts', "createHmac('sha256', key)", "createHmac('sha1', key)"],
    ['src/venue/auth/auth.test.ts', 'every vector gives the same headers'],
  ),
  mutation(
    '11.2.5',
    ['src/venue/auth/l2.ts', 'if (!BASE64.test(secret) ||', 'if ('],
    ['src/venue/auth/auth.test.ts', 'a secret that is not base64 makes no signer'],
  ),
  mutation(
    '11.4.1',
    [
      'src/lib/never.ts',
      'throw new Error(`unreachable: ${JSON.stringify(value)}`)',
      "throw new Error(createHash('md5').update(String(value)).digest('hex'))",
    ],
    ['test/source-rules.test.ts', 'knows no broken hash and no cipher of its own'],
  ),
  mutation(
    '11.4.2',
    ['src/server/access/password.ts', 'memoryKib: 65_536, passes: 3', 'memoryKib: 8_192, passes: 3'],
    [
      'src/app/process/new-password.test.ts',
      'becomes a hash of 64 MiB and three passes with a salt of its own, which opens with it alone',
    ],
  ),
  mutation(
    '11.4.3',
    ['src/store/audit-chain.ts', "'sha256',\n    previousHash", "'sha1',\n    previousHash"],
    ['src/store/audit-log.test.ts', 'both ways of putting the chained bytes together give the same hash'],
  ),
  mutation(
    '11.5.1 11.5.2 7.2.3',
    [
      'src/lib/never.ts',
      'throw new Error(`unreachable: ${JSON.stringify(value)}`)',
      'throw new Error(String(Math.random()))',
    ],
    ['test/source-rules.test.ts', 'draws what must not be guessed from the generator of the system'],
  ),
  mutation(
    '12.1.2',
    [
      'src/venue/channel.ts',
      "minVersion: 'TLSv1.2'",
      "minVersion: 'TLSv1.2', ciphers: 'ALL:aNULL:@SECLEVEL=0'",
    ],
    ['test/outbound-tls.test.ts', 'nothing older than TLS 1.2, and offers no broken cipher'],
  ),
  mutation(
    '12.2.2',
    ['deploy/Caddyfile', '\treverse_proxy', '\ttls internal\n\treverse_proxy'],
    [
      'test/deploy.test.ts',
      'the proxies take TLS from outside with a certificate of a public authority, and reach the terminal on this machine only',
    ],
  ),
  mutation(
    '12.3.1',
    ['src/venue/profile.ts', ' && isLoopback(parsed.hostname)\n', '\n'],
    ['src/venue/profile.test.ts', 'INV-39 is refused with plain http to a public host'],
  ),
  mutation(
    '12.3.2',
    ['src/venue/channel.ts', 'rejectUnauthorized: true', 'rejectUnauthorized: false'],
    ['test/outbound-tls.test.ts', 'no server with an untrusted certificate'],
  ),
  mutation(
    '12.3.2',
    [
      'src/venue/venue.ts',
      "=== 'https:') trustPublicAuthoritiesOnly()",
      "=== 'nothing:') trustPublicAuthoritiesOnly()",
    ],
    [
      'test/outbound-tls.test.ts',
      'an authority that the machine adds by ${how} vouches for no venue, feed or chat',
    ],
  ),
  mutation(
    '11.1.1 13.1.4',
    ['src/app/config/environment.ts', 'isSecret === true)', "isSecret === true && name !== 'METRICS_TOKEN')"],
    ['test/security-page.test.ts', 'documents for every secret how it is made and changed'],
  ),
  mutation(
    '12.2.1',
    [
      'src/server/access/callers.ts',
      'return !secure || isThisMachine(peer) || isTrusted(peer)',
      'return true',
    ],
    [
      'src/server/access/callers.test.ts',
      'plain HTTP is taken from this machine and from trusted proxies, where https is promised',
    ],
  ),
  mutation(
    '12.2.1',
    ['src/app/config/config-http.ts', 'if (!local && !cookieSecure && !simulated) {', 'if (false) {'],
    [
      'src/app/config/config.test.ts',
      'COOKIE_SECURE: VENUE_PROFILE UI_PASSWORD_HASH SESSION_SECRET HTTP_ADDR',
    ],
  ),
  mutation(
    '12.1.1',
    ['src/venue/channel.ts', "minVersion: 'TLSv1.2'", "minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0'"],
    ['test/outbound-tls.test.ts', 'nothing older than TLS 1.2, and offers no broken cipher'],
  ),
  mutation(
    '11.2.4',
    ['src/server/access/csrf.ts', 'timingSafeEqual(given, expected)', 'given.equals(expected)'],
    ['test/source-rules.test.ts', 'compares credentials in constant time: tokens, passwords, seals'],
  ),
]
