/** The WebSocket as an AsyncAPI 3.0 document, made from the schemas of its frames, so that the two cannot disagree. */
import { z } from 'zod'
import { clientFrame } from '#contract/live.ts'
import { LIVE_TOPICS } from '#contract/live-topics.ts'
import { LIVE_ERRORS } from '#contract/live-words.ts'
import type { LiveErrorCode } from '#contract/live-words.ts'
import type { LiveTopic } from '#contract/live-topics.ts'
import { hoisted as hoistedIn } from './json-schema.ts'

type Json = { readonly [key: string]: unknown }

const hoisted = (schema: z.ZodType, components: Map<string, unknown>): Json =>
  hoistedIn(schema, components, 'draft-7')

const REF = '#/channels/live/messages/'

/**
 * The document. Client and server frames are messages of the one channel `/ws`.
 *
 * @param cookieName  of the installation's sessions
 */
export function asyncApiDocument(cookieName: string): Json {
  const components = new Map<string, unknown>()
  const messages = { ...clientMessages(components), ...serverMessages(components) }
  const of = (isClient: boolean): readonly Json[] =>
    Object.keys(messages)
      .filter((name) => name.startsWith('client.') === isClient)
      .map((name) => ({ $ref: `${REF}${name}` }))
  const channel = { $ref: '#/channels/live' }
  const security = ['session', 'token'].map((name) => ({ $ref: `#/components/securitySchemes/${name}` }))
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Sesame, live',
      version: '1',
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    defaultContentType: 'application/json',
    channels: {
      live: {
        address: '/ws',
        description:
          'With the session cookie and an Origin of this terminal, or with the token of a program in Authorization, whatever its scope. A topic answers `sub` with one snapshot, then deltas, at most ten a second, whose `seq` grows by one; after a gap ask for `resync`.',
        messages,
      },
    },
    operations: {
      ask: { action: 'receive', channel, security, messages: of(true) },
      publish: { action: 'send', channel, security, messages: of(false) },
    },
    components: {
      schemas: Object.fromEntries([...components].toSorted(([a], [b]) => (a < b ? -1 : 1))),
      securitySchemes: {
        session: { type: 'httpApiKey', in: 'cookie', name: cookieName },
        token: { type: 'http', scheme: 'bearer' },
      },
    },
  }
}

const CLIENT_EXAMPLES: Readonly<Record<string, Json>> = {
  sub: { op: 'sub', topics: ['orders', 'book:pm:123'] },
  unsub: { op: 'unsub', topics: ['book:pm:123'] },
  resync: { op: 'resync', topics: ['orders'] },
  ping: { op: 'ping' },
}

function clientMessages(components: Map<string, unknown>): Readonly<Record<string, Json>> {
  return Object.fromEntries(
    clientFrame.options.map((option) => {
      const [op = ''] = option.shape.op.values
      return [
        `client.${op}`,
        { payload: hoisted(option, components), examples: [{ payload: CLIENT_EXAMPLES[op] }] },
      ]
    }),
  )
}

function serverMessages(components: Map<string, unknown>): Readonly<Record<string, Json>> {
  const ofTopics = LIVE_TOPICS.flatMap((topic) =>
    (['snapshot', 'delta'] as const).map((type) => {
      const name = topic.address.replace(/:.*/, '')
      const payload = hoisted(frameOf(topic, type), components)
      return [`${name}.${type}`, { summary: topic.summary, payload }] as const
    }),
  )
  return {
    ...Object.fromEntries(ofTopics),
    pong: { payload: hoisted(z.object({ op: z.literal('pong') }), components) },
    error: {
      payload: hoisted(
        z.object({
          op: z.literal('error'),
          code: z.enum(Object.keys(LIVE_ERRORS) as [LiveErrorCode, ...LiveErrorCode[]]),
          topic: z.string().optional(),
          message: z.string(),
        }),
        components,
      ),
    },
  }
}

function frameOf({ address, snapshot, delta }: LiveTopic, type: 'snapshot' | 'delta'): z.ZodType {
  return z.object({
    topic: z.string().meta({ description: address }),
    seq: z.number().int(),
    type: z.literal(type),
    data: type === 'snapshot' ? snapshot : delta,
  })
}
