/** One acceptable request per operation: the examples of the API documents, and input of tests. */
import { settings } from '#contract/workspace.ts'
import { routes, type Operation, type WireInput } from '#contract/routes.ts'
import EXAMPLES from './examples.json' with { type: 'json' }

type Example<Name extends Operation> = {
  readonly path: string
  readonly body: WireInput<Name>['body']
}
type Examples = { readonly [Name in Operation]: Example<Name> }

const written = EXAMPLES satisfies Record<Operation, { path: string }> as unknown as Examples

/** Ids in them are those that the tests' fakes give first. */
export const examples: Examples = {
  ...written,
  writeSettings: {
    path: EXAMPLES.writeSettings.path,
    body: { ...settings.parse({}), ...written.writeSettings.body },
  },
}

export const operations = Object.keys(routes) as Operation[]
