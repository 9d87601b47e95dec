/** Finds the operation of a method and path. Paths are compared segment by segment as sent; a fixed segment wins over a `{name}`. */
import { routes, type Operation, type Route } from '#contract/routes.ts'

type Match =
  | {
      readonly kind: 'operation'
      readonly operation: Operation
      readonly params: Readonly<Record<string, string>>
    }
  /** The path exists, not with this method. */
  | { readonly kind: 'method'; readonly allow: readonly string[] }
  | { readonly kind: 'none' }

type Entry = { readonly operation: Operation; readonly route: Route; readonly segments: readonly string[] }

const isName = (segment: string): boolean => segment.startsWith('{')

const entries: readonly Entry[] = (Object.keys(routes) as Operation[])
  .map((operation) => ({ operation, route: routes[operation], segments: routes[operation].path.split('/') }))
  .toSorted((a, b) => a.segments.filter(isName).length - b.segments.filter(isName).length)

const fixed = new Map(entries.map(({ operation, route }) => [`${route.method} ${route.path}`, operation]))

/** HEAD is answered as GET. */
export function findRoute(method: string, path: string): Match {
  const operation = fixed.get(`${method} ${path}`)
  if (operation !== undefined && !path.includes('{')) return { kind: 'operation', operation, params: {} }
  const segments = path.split('/')
  const matching = entries
    .map((entry) => ({ entry, params: paramsOf(entry.segments, segments) }))
    .filter((match) => match.params !== null)
  const asked = method === 'HEAD' ? 'GET' : method
  const found = matching.find(({ entry }) => entry.route.method === asked)
  if (found !== undefined) {
    return { kind: 'operation', operation: found.entry.operation, params: found.params ?? {} }
  }
  const methods = matching.map(({ entry }) => entry.route.method)
  if (methods.length === 0) return { kind: 'none' }
  return { kind: 'method', allow: methods.includes('GET') ? [...methods, 'HEAD'] : methods }
}

function paramsOf(pattern: readonly string[], segments: readonly string[]): Record<string, string> | null {
  if (pattern.length !== segments.length) return null
  const params: [string, string][] = []
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index] ?? ''
    if (isName(part)) {
      const text = decoded(segment)
      if (text === null || text === '') return null
      params.push([part.slice(1, -1), text])
    } else if (part !== segment) return null
  }
  return Object.fromEntries(params)
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}
