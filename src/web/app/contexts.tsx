/** The contexts of a tab together, and the cache of its reads. */
import type { ReactNode } from 'react'
import { QueryClientProvider } from '@tanstack/react-query'
import { createQueries } from '../platform/api/queries.ts'
import { AllContexts } from '../contexts/contexts.ts'
import type { Contexts } from '../contexts/contexts.ts'

const queries = createQueries()

/** Gives both to the components within. */
export function ContextProviders(props: { readonly contexts: Contexts; readonly children: ReactNode }) {
  return (
    <AllContexts value={props.contexts}>
      <QueryClientProvider client={queries}>{props.children}</QueryClientProvider>
    </AllContexts>
  )
}
