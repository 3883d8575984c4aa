'use client'

import { environmentManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { TimeFormatProvider } from '#components/chain/time-format.tsx'
import { isRetryable } from '#lib/api/client.ts'
import { defineOwnChains, type EvmChain } from '#lib/evm/contract/own-chains.ts'
import type { TimeFormat } from '#lib/format/moment.ts'

const retriesMax = 2
const freshMs = 30_000
/** In a browser, lists are kept this long for Back and Forward. */
const keptMs = 15 * 60_000

/** On the server a query's timer would keep its whole request in memory, so none is set there. */
const withoutTimers = (client: QueryClient): QueryClient => {
  const withDefaults = client.defaultQueryOptions.bind(client)
  client.defaultQueryOptions = (options) => Object.assign(withDefaults(options), { gcTime: Infinity })
  return client
}

const createQueryClient = (): QueryClient => {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        // One's own server is reached without the internet, too.
        networkMode: 'always',
        staleTime: freshMs,
        gcTime: keptMs,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < retriesMax && isRetryable(error),
      },
    },
  })
  return environmentManager.isServer() ? withoutTimers(client) : client
}

/** A browser knows the operator's chains from here on; on the server the configuration has defined them. */
const defineInBrowser = (ownChains: readonly EvmChain[]): void => {
  if (!environmentManager.isServer()) defineOwnChains(ownChains)
}

/** What every page needs in the browser: one cache of answers, the clock that the server rendered with, and the operator's chains. */
export const Providers = ({
  timeFormat,
  now,
  ownChains,
  children,
}: {
  timeFormat: TimeFormat
  now: number
  ownChains: readonly EvmChain[]
  children: ReactNode
}) => {
  const [queryClient] = useState(createQueryClient)
  useState(() => defineInBrowser(ownChains))
  return (
    <QueryClientProvider client={queryClient}>
      <TimeFormatProvider format={timeFormat} now={now}>
        {children}
      </TimeFormatProvider>
    </QueryClientProvider>
  )
}
