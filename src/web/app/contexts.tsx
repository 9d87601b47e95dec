/** The contexts of a tab together, for what acts on the whole page: its start, its keys and its palette. */
import type { ReactNode } from 'react'
import { QueryClientProvider } from '@tanstack/react-query'
import { createQueries } from '../platform/api/queries.ts'
import {
  AccountContext,
  MarketDataContext,
  PageContext,
  TradingContext,
  WorkspaceContext,
  useAccount,
  useMarketData,
  usePage,
  useTrading,
  useWorkspace,
} from '../contexts/contexts.ts'
import type { Contexts } from '../contexts/contexts.ts'

const queries = createQueries()

/** Gives each of them, and the cache of reads, to the components within. */
export function ContextProviders(props: { readonly contexts: Contexts; readonly children: ReactNode }) {
  const { marketData, account, trading, workspace, page } = props.contexts
  return (
    <PageContext value={page}>
      <MarketDataContext value={marketData}>
        <AccountContext value={account}>
          <TradingContext value={trading}>
            <WorkspaceContext value={workspace}>
              <QueryClientProvider client={queries}>{props.children}</QueryClientProvider>
            </WorkspaceContext>
          </TradingContext>
        </AccountContext>
      </MarketDataContext>
    </PageContext>
  )
}

/** All of them, for commands that may concern any; a component that shows something takes the one it needs. */
export function useContexts(): Contexts {
  return {
    marketData: useMarketData(),
    account: useAccount(),
    trading: useTrading(),
    workspace: useWorkspace(),
    page: usePage(),
  }
}
