'use client'

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { TimeFormatProvider } from '#components/chain/time-format.tsx'
import { isRetryable } from '#lib/api/client.ts'
import type { TimeFormat } from '#lib/format/moment.ts'

const retriesMax = 2
const freshMs = 30_000
/** Lists stay for Back and Forward; after this they are asked again. */
const keptMs = 15 * 60_000

const createQueryClient = () =>
  new QueryClient({
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

/** What every page needs in the browser: one cache of answers, and the clock that the server rendered with. */
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
