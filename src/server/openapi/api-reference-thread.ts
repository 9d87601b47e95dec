/** Makes the page of the API reference beside the main thread, which it would hold for a quarter of a second. */
import { parentPort } from 'node:worker_threads'
import { apiReferencePage } from './api-reference.ts'
import { asyncApiDocument } from './asyncapi.ts'
import { openApiDocument } from './openapi.ts'

// The page does not show the cookie's name.
const cookie = 'sesame_session'
const text = apiReferencePage(openApiDocument(cookie), asyncApiDocument(cookie))
const page = new TextEncoder().encode(text)
parentPort?.postMessage(page, [page.buffer])
