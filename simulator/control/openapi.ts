/** The OpenAPI document of the control API, made from the table of calls. */
import { z } from 'zod'

import type { Call } from './call.ts'

/** OpenAPI 3.1 over every call. */
export function controlDocument(calls: readonly Call[]): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const call of calls) {
    const path = `/_sim${call.path.replaceAll(/:(\w+)/g, '{$1}')}`
    const operations = (paths[path] ??= {})
    operations[call.method.toLowerCase()] = operation(call)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Control API of the venue simulator',
      version: '1',
      description:
        'Loopback only. Amounts are text in millionths, prices are whole steps of 0.0001, times milliseconds.',
    },
    paths,
  }
}

function operation(call: Call): Record<string, unknown> {
  const names = [...call.path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '')
  return {
    operationId: `${call.method.toLowerCase()}${call.path.replaceAll(/[^a-z]+/gi, '_')}`,
    summary: call.summary,
    ...(names.length === 0
      ? {}
      : {
          parameters: names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
        }),
    ...(call.body === null
      ? {}
      : {
          requestBody: {
            content: { 'application/json': { schema: z.toJSONSchema(call.body, { io: 'input' }) } },
          },
        }),
    responses: {
      '200': { description: 'done', content: { 'application/json': { schema: {} } } },
      '400': { description: 'a body that does not fit; `error` says where' },
      '403': { description: 'not a loopback caller' },
    },
  }
}
