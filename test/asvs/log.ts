/** Places for the chapters 16: log and errors. */
import { mutation } from './mutation.ts'
import type { Mutation } from './mutation.ts'

export const LOG: readonly Mutation[] = [
  mutation(
    '16.1.1',
    ['src/server/http/refusal-log.ts', "'http.refused'", "'web.refused'"],
    ['test/security-page.test.ts', 'has a row for every kind of event of the log, and none without an event'],
  ),
  mutation(
    '16.2.1',
    ['src/server/http/refusal-log.ts', '      code,\n      address,\n', '      code,\n'],
    ['src/server/handlers/refusals.test.ts', 'the log records who was refused what'],
  ),
  mutation(
    '16.2.2',
    [
      'src/app/process/logger.ts',
      'new Date(options.now()).toISOString()',
      'new Date(options.now()).toString()',
    ],
    ['src/app/process/logger.test.ts', 'writes one JSON object per line, and only from its level on'],
  ),
  mutation(
    '16.2.4',
    [
      'src/app/process/logger.ts',
      'return visible(JSON.stringify({ time, level, event, ...fields }))',
      'return visible(`${time} ${level} ${event} ${JSON.stringify(fields)}`)',
    ],
    ['src/app/process/logger.test.ts', 'writes one JSON object per line, and only from its level on'],
  ),
  mutation(
    '16.3.1',
    ['src/server/handlers/session.ts', "services.log.info('login.accepted', { address: call.address })", ''],
    [
      'src/server/handlers/refusals.test.ts',
      'the log records each login, each failure and each logout with its address, and never the password',
    ],
  ),
  mutation(
    '16.3.2',
    ['src/server/http/refusal-log.ts', "  bad_csrf: 'warn',\n", ''],
    ['src/server/handlers/refusals.test.ts', 'bad_csrf of a session'],
  ),
  mutation(
    '16.3.3',
    ['src/server/http/refusal-log.ts', 'if (lines.take(code) > 0) {', 'if (false) {'],
    ['src/server/handlers/refusals.test.ts', 'a flood of refusals is counted, and does not fill the disk'],
  ),
  mutation(
    '16.3.4',
    ['src/venue/http.ts', "log.error('venue.not_trusted', { channel, reason: ending.detail })", ''],
    [
      'test/outbound-tls.test.ts',
      'a venue with a bad certificate is logged once, and the order has not been sent',
    ],
  ),
  mutation(
    '16.5.1',
    ['src/server/app.ts', "detail: 'The log says more.'", 'detail: String(error)'],
    ['src/server/app.test.ts', '[INV-35] a bug is answered without a word about it, and the server goes on'],
  ),
  mutation(
    '16.5.3',
    [
      'src/engine/orders/place/order-placement.ts',
      'stopped = state.gate(epoch, leaving) ?? state.check.recheck(intent)',
      'stopped = null',
    ],
    [
      'src/engine/orders/orders.test.ts',
      'INV-03 a gate that closes between the rows and the first byte stops the order',
    ],
  ),
  mutation(
    '16.2.3',
    [
      'src/app/process/terminal-io.ts',
      'log: (line) => void subject.stderr.write(line)',
      'log: (line) => void subject.stdout.write(line)',
    ],
    [
      'src/app/process/terminal-io.test.ts',
      'log lines go to standard error, results to standard output, and nothing anywhere else',
    ],
  ),
  mutation(
    '16.4.2',
    ['src/store/audit-verify.ts', "if (hash('sha256', bytes) !== rowHash) return", 'if (false) return'],
    ['src/store/audit-log.test.ts', 'INV-30 finds any changed row of any history at its own number'],
  ),
  mutation(
    '16.5.2',
    ['src/engine/markets/catalog-health.ts', "? 'stale' : 'live'", "? 'live' : 'live'"],
    [
      'src/engine/markets/catalog.test.ts',
      'goes on serving what was read before, and turns stale after an hour and a half',
    ],
  ),
  mutation(
    '16.5.4',
    [
      'src/app/process/shutdown.ts',
      "process.on('uncaughtException', (error) => crash('uncaught_exception', error))",
      '',
    ],
    ['src/app/process/shutdown.test.ts', 'a bug ends it with its own exit code, in the middle of a stop too'],
  ),
]
