'use client'

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { TimeFormatProvider } from '#components/chain/time-format.tsx'
import { isRetryable } from '#lib/api/client/call.ts'
import type { TimeFormat } from '#lib/format/moment.ts'

const retriesMax = 2
const freshMs = 30_000
/** How long a browser keeps lists for Back and Forward. */
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
        // A local server can be reached without the internet.
        networkMode: 'always',
        staleTime: freshMs,
        gcTime: keptMs,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < retriesMax && isRetryable(error),
      },
    },
  })
  return typeof window === 'undefined' ? withoutTimers(client) : client
}

/** The providers of every page: one cache of responses, and the time at which the server rendered it. */
export const Providers = ({
  timeFormat,
  now,
  children,
}: {
  timeFormat: TimeFormat
  now: number
  children: ReactNode
}) => {
  const [queryClient] = useState(createQueryClient)
  return (
    <QueryClientProvider client={queryClient}>
      <TimeFormatProvider format={timeFormat} now={now}>
        {children}
      </TimeFormatProvider>
    </QueryClientProvider>
  )
}
