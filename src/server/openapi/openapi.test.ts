import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AnyCodec } from '#contract/codec/codec.ts'
import { isCodec } from '#contract/codec/schema.ts'
import { routes, type Route } from '#contract/routes.ts'
import { startHarness } from '../testing/harness.ts'
import { openApiDocument } from './openapi.ts'

type Operation = {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required: boolean }[]
  readonly responses: Readonly<Record<string, { readonly headers?: object }>>
}
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly securitySchemes: { readonly session: { readonly name: string } } }
}

test('the document names the cookie that a login gives', async (context) => {
  for (const cookieSecure of [false, true]) {
    const server = await startHarness({ cookieSecure })
    context.after(() => server.close())
    const page = await server.login()
    const document = (await server.as(page, '/api/openapi.json')).json() as unknown as Document
    assert.equal(document.components.securitySchemes.session.name, page.cookie.split('=')[0])
  }
})

test('the document describes the version of a layout: its ETag, and If-Match where one is replaced', async (context) => {
  const server = await startHarness()
  context.after(() => server.close())
  const page = await server.login()
  const { paths } = (await server.as(page, '/api/openapi.json')).json() as unknown as Document
  const layout = paths['/api/layouts/{screen_class}']
  for (const operation of [layout?.['get'], layout?.['put']]) {
    assert.deepEqual(Object.keys(operation?.responses['200']?.headers ?? {}), ['ETag'])
  }
  const asked = (operation: Operation | undefined): readonly unknown[] =>
    operation?.parameters
      ?.filter((one) => one.in === 'header')
      .map(({ name, required }) => [name, required]) ?? []
  assert.deepEqual(asked(layout?.['get']), [])
  assert.deepEqual(asked(layout?.['put']), [['If-Match', false]])
})

test('every operation has a subject, the refusals that it can meet, and an example that its schema takes', () => {
  const { paths, tags, components } = openApiDocument('sesame_session') as unknown as Described
  const subjects = new Set(tags.map(({ name }) => name))
  const seen = new Set<string>()
  for (const [name, route] of Object.entries<Route>(routes)) {
    const operation = paths[route.path]?.[route.method.toLowerCase()]
    const [subject = ''] = operation?.tags ?? []
    assert.ok(subjects.has(subject), name)
    seen.add(subject)
    const refusals = Object.keys(operation?.responses ?? {}).filter((status) => status.startsWith('4'))
    assert.ok(refusals.includes('429'), name)
    assert.equal(refusals.includes('401'), route.scope !== undefined, name)
    assert.equal(refusals.includes('403'), route.auth !== 'none' || route.method !== 'GET', name)
    for (const status of refusals) assert.ok(`Problem${status}` in components.responses, status)
    const example = operation?.requestBody?.content['application/json'].example
    assert.equal(example === undefined, route.body === undefined, name)
    if (route.body !== undefined) assert.ok(route.body.safeParse(example).success, name)
  }
  assert.deepEqual(seen, subjects)
})

type Part = {
  readonly description?: string
  readonly $ref?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly properties?: Readonly<Record<string, Part>>
  readonly anyOf?: readonly Part[]
  readonly oneOf?: readonly Part[]
  readonly items?: Part
}

test('API-11 each value that a program may send is described, by its own words, its kind or its few choices', () => {
  const { paths, components } = openApiDocument('sesame_session') as unknown as Described
  const named = (part: Part): Part =>
    part.$ref === undefined ? part : (components.schemas[part.$ref.split('/').at(-1) ?? ''] ?? {})
  const under = (part: Part): readonly Part[] => [
    ...(part.anyOf ?? []),
    ...(part.oneOf ?? []),
    ...(part.items === undefined ? [] : [part.items]),
  ]
  const isTold = (part: Part): boolean =>
    [part, named(part)].some(
      (one) => one.description !== undefined || (one.enum ?? one.const) !== undefined,
    ) || under(part).some(isTold)
  const untold = (part: Part, place: string): readonly string[] => [
    ...Object.entries(named(part).properties ?? {}).flatMap(([name, one]) => [
      ...(isTold(one) ? [] : [`${place}.${name}`]),
      ...untold(one, `${place}.${name}`),
    ]),
    ...under(named(part)).flatMap((one) => untold(one, place)),
  ]
  for (const [name, route] of Object.entries<Route>(routes)) {
    if (route.scope === undefined) continue
    const operation = paths[route.path]?.[route.method.toLowerCase()]
    const body = operation?.requestBody?.content['application/json'].schema ?? {}
    const parameters = operation?.parameters?.filter((one) => one.description === undefined) ?? []
    assert.deepEqual(untold(body, name), [])
    assert.deepEqual(
      parameters.filter(({ schema }) => !isTold(schema)).map((one) => `${name}?${one.name}`),
      [],
    )
  }
})

test('API-11 each field of a record that is answered is described', () => {
  const untold = ({ shape }: AnyCodec, place: string): readonly string[] => {
    if (shape.kind === 'nullable' || shape.kind === 'list') return untold(shape.of, place)
    if (shape.kind !== 'record') return []
    return [...shape.fields].flatMap(([name, field]) => [
      ...(field.description === undefined ? [`${place}.${name}`] : []),
      ...untold(field, `${place}.${name}`),
    ])
  }
  const records = Object.entries<Route>(routes).flatMap(([name, { answer }]) =>
    answer !== undefined && isCodec(answer) ? [{ name, answer }] : [],
  )
  assert.ok(records.length > 60)
  for (const { name, answer } of records) assert.deepEqual(untold(answer, name), [])
})

test('API-11 what programs command and follow is described, each operation by its own words', () => {
  const { paths } = openApiDocument('sesame_session') as unknown as Described
  const told = new Set<string>()
  for (const [name, route] of Object.entries<Route>(routes)) {
    const { description } = paths[route.path]?.[route.method.toLowerCase()] ?? {}
    assert.ok(description !== undefined && description.length > 10, name)
    told.add(description)
    const isCommand = route.scope === 'trade' || route.scope === 'cancel'
    const isOfOrders = isCommand && /^\/api\/(?:orders|positions|exits|trading)/.test(route.path)
    if (isOfOrders && !name.startsWith('preview')) assert.ok(description.length > 60, name)
  }
  assert.equal(told.size, Object.keys(routes).length)
})

type Described = {
  readonly tags: readonly { readonly name: string }[]
  readonly components: { readonly responses: object; readonly schemas: Readonly<Record<string, Part>> }
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly tags: readonly string[]
            readonly description?: string
            readonly responses: object
            readonly requestBody?: {
              readonly content: {
                readonly 'application/json': { readonly example: unknown; readonly schema: Part }
              }
            }
            readonly parameters?: readonly {
              readonly name: string
              readonly description?: string
              readonly schema: Part
            }[]
          }
        >
      >
    >
  >
}
