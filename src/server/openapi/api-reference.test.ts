import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { routes } from '#contract/routes.ts'
import { apiReferencePage } from './api-reference.ts'
import { asyncApiDocument } from './asyncapi.ts'
import { openApiDocument } from './openapi.ts'
import { startHarness } from '../testing/harness.ts'

describe('the API reference', () => {
  test('has every operation and schema, and each of its links leads somewhere', () => {
    const document = openApiDocument('sesame_session') as {
      readonly components: { readonly schemas: object }
    }
    const page = apiReferencePage(document, asyncApiDocument('sesame_session'))
    const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
    for (const operation of Object.keys(routes)) assert.ok(ids.has(operation), operation)
    for (const name of Object.keys(document.components.schemas)) assert.ok(ids.has(`schema-${name}`), name)
    const links = [...page.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id)
    assert.deepEqual(
      links.filter((id) => !ids.has(id)),
      [],
    )
    assert.doesNotMatch(page, /undefined|\[object/)
  })

  test('is markup of its own only: the document’s texts are text', () => {
    const evil = '<img src=x onerror="alert(1)">'
    const page = apiReferencePage(
      {
        info: { description: evil },
        paths: { [`/api/${evil}`]: { get: { operationId: evil, summary: evil } } },
        components: { schemas: { [evil]: { type: evil, description: evil, enum: [evil] } } },
      },
      {
        channels: {
          live: { address: evil, description: evil, messages: { [evil]: { examples: [{ payload: evil }] } } },
        },
      },
    )
    assert.doesNotMatch(page, /<img/)
  })

  test('is served without a login, with the policy of a page and nothing that the policy forbids', async (context) => {
    const server = await startHarness()
    context.after(() => server.close())
    const answered = await server.ask('/docs/api')
    assert.equal(answered.status, 200)
    assert.match(String(answered.headers['content-security-policy']), /style-src 'self'/)
    assert.equal(answered.headers['content-type'], 'text/html; charset=utf-8')
    assert.match(answered.text, /POST \/api\/orders\/place/)
    assert.doesNotMatch(answered.text, /<script|<style| style=| on\w+=|https?:\/\//)
  })
})
