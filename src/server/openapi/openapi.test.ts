import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startHarness } from '../testing/harness.ts'

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
  const undo = paths['/api/layouts/{screen_class}/undo']?.['post']
  for (const operation of [layout?.['get'], layout?.['put'], undo]) {
    assert.deepEqual(Object.keys(operation?.responses['200']?.headers ?? {}), ['ETag'])
  }
  const asked = (operation: Operation | undefined): readonly unknown[] =>
    operation?.parameters
      ?.filter((one) => one.in === 'header')
      .map(({ name, required }) => [name, required]) ?? []
  assert.deepEqual(asked(layout?.['get']), [])
  for (const operation of [layout?.['put'], undo]) assert.deepEqual(asked(operation), [['If-Match', false]])
})
