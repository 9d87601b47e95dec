/** Answers, bodies and routes as every service builds them. */
import type { Handler, Route, VenueAnswer } from './http-server.ts'

/** 200 with a JSON body. */
export function ok(json: unknown): VenueAnswer {
  return { status: 200, json }
}

/** JSON of a text or a body, or undefined when it is none. */
export function jsonOf(text: string | Buffer): unknown {
  try {
    return JSON.parse(text.toString('utf8'))
  } catch {
    return undefined
  }
}

/** A field of what may be an object; undefined where it is none, or lacks it. */
export function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

export const get = (path: string, handler: Handler): Route => ({ method: 'GET', path, handler })
export const post = (path: string, handler: Handler): Route => ({ method: 'POST', path, handler })
