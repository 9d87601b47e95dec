/**
 * The OpenAPI document as a page to read, without script: every operation with what it takes and answers, then every
 * schema. Its style is `docs/api.css` of the page's files.
 */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { fileMadeOnce } from '../http/static-files.ts'
import type { StaticFile } from '../http/static-files.ts'
import { LIVE_CLOSES, LIVE_ERRORS } from '#contract/live-words.ts'
import { html, joined } from './html.ts'
import type { Html } from './html.ts'

type Json = { readonly [key: string]: unknown }

/** Where it is served. It holds nothing of this installation and needs no login, like the page itself. */
export const API_REFERENCE_PATH = '/docs/api'

/** The page as a file of the page: made when it is first asked for, once, by a thread of its own (INV-56). */
export function apiReferenceFile(): StaticFile {
  return fileMadeOnce(async () => ({
    status: 200,
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-cache' },
    body: await madeByThread(),
    policy: 'document',
  }))
}

async function madeByThread(): Promise<Buffer> {
  const thread = new Worker(new URL('./api-reference-thread.ts', import.meta.url))
  const [page] = (await once(thread, 'message')) as [Uint8Array]
  return Buffer.from(page)
}

/**
 * The whole page. All texts of the documents are escaped.
 *
 * @param live  the AsyncAPI document of the WebSocket
 */
export function apiReferencePage(document: unknown, live: unknown): string {
  const paths = entries(at(document, 'paths'))
  const operations = paths.flatMap(([path, methods]) =>
    entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const groups = Map.groupBy(operations, ({ operation }) => words(list(at(operation, 'tags'))[0]))
  const schemas = [live, document].flatMap((one) => entries(at(one, 'components', 'schemas')))
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Sesame: API reference</title>
        <link rel="stylesheet" href="/docs/api.css" />
      </head>
      <body>
        <nav aria-label="Operations">
          <a href="/">Sesame</a>
          ${[...groups].map(
            ([name, list]) =>
              html`<p>${name}</p>
                <ul>
                  ${list.map(
                    ({ method, path, operation }) =>
                      html`<li>
                        <a href="#${anchor(operation)}"
                          >${method.toUpperCase()} ${path.slice('/api/'.length)}</a
                        >
                      </li>`,
                  )}
                </ul>`,
          )}
          <p><a href="#live">WebSocket</a></p>
          <p><a href="#schemas">Schemas</a></p>
        </nav>
        <main>
          <h1>API reference</h1>
          <p>
            ${words(at(document, 'info', 'description'))} The document itself, for programs:
            <a href="/api/openapi.json">/api/openapi.json</a> (with a session).
          </p>
          <p>
            A program sends a token in each request, <code>Authorization: Bearer sesame_...</code>: make one
            in the settings, with the least scope that does. Each operation says which scope it needs; what
            names none is for the page alone. The page logs in with <code>POST /api/login</code>: the answer
            sets the session cookie and gives <code>csrf_token</code>, which every other POST, PUT and DELETE
            sends as <code>X-CSRF-Token</code>. Prices and sizes are decimal text. Guide and runnable
            examples: <code>docs/api.md</code>, <code>examples/</code>.
          </p>
          ${operations.map((one) => operationOf(one, document))} ${liveOf(live)}
          <h2 id="schemas">Schemas</h2>
          ${[...new Map(schemas)].map(
            ([name, schema]) =>
              html`<section id="schema-${name}">
                <h3>${name}</h3>
                ${shapeOf(schema)}
              </section>`,
          )}
        </main>
      </body>
    </html>`
  return page.html
}

function operationOf(
  one: { readonly path: string; readonly method: string; readonly operation: unknown },
  document: unknown,
): Html {
  const { path, method, operation } = one
  const body = at(operation, 'requestBody', 'content', 'application/json', 'schema')
  const parameters = list(at(operation, 'parameters'))
  const [[status, answer] = ['', null], ...others] = entries(at(operation, 'responses'))
  const refusals = others.filter(([code]) => code !== 'default')
  const [[type, content] = ['', null]] = entries(at(answer, 'content'))
  return html`<section id="${anchor(operation)}">
    <h2><code>${method.toUpperCase()} ${path}</code></h2>
    <p>${words(at(operation, 'summary'))} <span>${needs(operation)}</span></p>
    ${
      parameters.length === 0
        ? html``
        : rows(
            parameters.map((parameter) => [
              words(at(parameter, 'name')),
              html`${words(at(parameter, 'in'))}, ${typeOf(at(parameter, 'schema'))}`,
              at(parameter, 'required') === true ? 'required' : defaultOf(at(parameter, 'schema')),
              words(at(parameter, 'schema', 'description')),
            ]),
          )
    }
    ${
      body === undefined
        ? html``
        : html`<h4>Body</h4>
            ${namedShapeOf(body, document)}
            <pre>
${JSON.stringify(at(operation, 'requestBody', 'content', 'application/json', 'example'))}</pre>`
    }
    <h4>Answer ${status}${type === '' ? '' : html` <code>${type}</code>`}</h4>
    ${content === null ? html`<p>Nothing.</p>` : namedShapeOf(at(content, 'schema'), document)}
    <p>Refused with: ${refusals.map(([code]) => code).join(', ')}.</p>
  </section>`
}

/** The WebSocket: how it works, what a client sends, and what each topic carries. */
function liveOf(live: unknown): Html {
  const channel = at(live, 'channels', 'live')
  const messages = entries(at(channel, 'messages'))
  const sent = messages.flatMap(([, message]) =>
    list(at(message, 'examples')).map((one) => at(one, 'payload')),
  )
  const topics = messages.filter(([name]) => /\.(?:snapshot|delta)$/.test(name))
  return html`<section id="live">
    <h2><code>WebSocket ${words(at(channel, 'address'))}</code></h2>
    <p>
      ${words(at(channel, 'description'))} The AsyncAPI document:
      <code>docs/reference/asyncapi.json</code>.
    </p>
    <h4>A client sends</h4>
    ${sent.map((payload) => html`<pre>${JSON.stringify(payload)}</pre>`)}
    <h4>Errors it answers with</h4>
    ${rows(Object.entries(LIVE_ERRORS))}
    <h4>Codes it is closed with</h4>
    ${rows(Object.entries(LIVE_CLOSES))}
    <h4>Data of each topic</h4>
    ${rows(
      topics.map(([name, message]) => [
        words(at(message, 'payload', 'properties', 'topic', 'description')),
        name.split('.')[1] ?? '',
        typeOf(at(message, 'payload', 'properties', 'data')),
        words(at(message, 'summary')),
      ]),
    )}
  </section>`
}

function needs(operation: unknown): string {
  const ways = list(at(operation, 'security')).map(entries)
  if (ways.length === 0) return 'No login.'
  const names = { session: 'session', csrf: 'X-CSRF-Token', token: 'token of scope' }
  const alternatives = ways.map((way) =>
    way
      .map(([name, scopes]) => [names[name as keyof typeof names] ?? name, ...list(scopes)].join(' '))
      .join(' and '),
  )
  return `Needs ${alternatives.join(', or ')}.`
}

/** A schema that has a name, with its fields at hand as well. */
function namedShapeOf(schema: unknown, document: unknown): Html {
  const reference = at(schema, '$ref')
  if (typeof reference !== 'string') return shapeOf(schema)
  const named = at(document, 'components', 'schemas', reference.split('/').at(-1) ?? '')
  if (entries(at(named, 'properties')).length === 0) return html`<p>${typeOf(schema)}</p>`
  return html`<p>${typeOf(schema)}</p>
    ${shapeOf(named)}`
}

/** An object as a table of its fields; anything else in one line. */
function shapeOf(schema: unknown): Html {
  const fields = entries(at(schema, 'properties'))
  const about = words(at(schema, 'description'))
  if (fields.length === 0) return html`<p>${typeOf(schema)}${about === '' ? '' : `: ${about}`}</p>`
  const required = new Set(list(at(schema, 'required')))
  const table = rows(
    fields.map(([name, field]) => [
      name,
      typeOf(field),
      required.has(name) ? '' : defaultOf(field),
      words(at(field, 'description')),
    ]),
  )
  return about === ''
    ? table
    : html`<p>${about}</p>
        ${table}`
}

function defaultOf(schema: unknown): string {
  const value = at(schema, 'default')
  return value === undefined ? 'optional' : `default ${JSON.stringify(value)}`
}

type Cells = readonly (string | Html)[]

function rows(cells: readonly Cells[]): Html {
  return html`<div class="table">
    <table>
      ${cells.map(
        ([name = '', ...rest]) =>
          html`<tr>
            <th scope="row"><code>${name}</code></th>
            ${rest.map((cell) => html`<td>${cell}</td>`)}
          </tr>`,
      )}
    </table>
  </div>`
}

function typeOf(schema: unknown): Html {
  const reference = at(schema, '$ref')
  if (typeof reference === 'string') {
    const name = reference.split('/').at(-1) ?? ''
    return html`<a href="#schema-${name}">${name}</a>`
  }
  const [only, ...more] = list(at(schema, 'allOf'))
  if (only !== undefined && more.length === 0) return typeOf(only)
  const choices = list(at(schema, 'anyOf') ?? at(schema, 'oneOf'))
  if (choices.length > 0) return joined(choices.map(typeOf), ' or ')
  const values = at(schema, 'const') === undefined ? list(at(schema, 'enum')) : [at(schema, 'const')]
  if (values.length > 0) return html`<code>${values.map((value) => JSON.stringify(value)).join(' | ')}</code>`
  const fields = entries(at(schema, 'properties'))
  if (fields.length > 0) {
    return html`{
    ${joined(
      fields.map(([name, field]) => html`<code>${name}</code>: ${typeOf(field)}`),
      ', ',
    )}
    }`
  }
  if (at(schema, 'type') === 'array') {
    const parts = list(at(schema, 'prefixItems'))
    if (parts.length > 0) return html`[${joined(parts.map(typeOf), ', ')}]`
    return html`list of ${typeOf(at(schema, 'items'))}${bounds(schema)}`
  }
  const named = at(schema, 'type') ?? 'anything'
  return html`${Array.isArray(named) ? named.join(' or ') : words(named)}${bounds(schema)}`
}

const BOUNDS: readonly (readonly [key: string, before: string])[] = [
  ['minimum', 'at least '],
  ['maximum', 'at most '],
  ['minLength', 'length from '],
  ['maxLength', 'length to '],
  ['minItems', 'from '],
  ['maxItems', 'to '],
]

function bounds(schema: unknown): string {
  const texts = BOUNDS.flatMap(([key, before]) => {
    const value = at(schema, key)
    return typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER ? [`${before}${value}`] : []
  })
  const pattern = at(schema, 'pattern')
  if (typeof pattern === 'string') texts.push(`like ${pattern}`)
  return texts.length === 0 ? '' : ` (${texts.join(', ')})`
}

function anchor(operation: unknown): string {
  return words(at(operation, 'operationId'))
}

function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, key) => (isJson(inner) ? inner[key] : undefined), value)
}

function entries(value: unknown): readonly (readonly [string, unknown])[] {
  return isJson(value) ? Object.entries(value) : []
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function words(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
