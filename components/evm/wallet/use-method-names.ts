import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { evmClient } from '#components/evm/parts/evm-queries.ts'
import {
  type BlockSpan,
  type MethodNames,
  methodNames,
  type NamedCall,
  namelessSpan,
} from '#components/evm/parts/transactions/method-names.ts'
import { useIncrementalRows } from '#components/kit/use-incremental-rows.ts'

const pageSizeMax = 100

const noSpans = (): readonly BlockSpan[] => []

/**
 * Names of the methods that a wallet's transactions call. The server gives those of the first page; of a later one the decoded
 * transactions are requested only where it calls something new. Where nothing decodes, selectors stay.
 */
export const useMethodNames = ({
  chain,
  address,
  pages,
  first,
}: {
  chain: string
  address: string
  pages: readonly { result: readonly NamedCall[] }[]
  /** Undefined if the source does not decode: then it is not asked again. */
  first: MethodNames | undefined
}): MethodNames => {
  const withSpan = useCallback(
    (spans: readonly BlockSpan[], { result }: (typeof pages)[number]) => {
      const span = first && namelessSpan(result, first)
      return span ? [...spans, span] : spans
    },
    [first],
  )
  const spans = useIncrementalRows(pages, noSpans, withSpan)
  const cache = useQueryClient()
  /** The names of each span are kept on their own, so that a longer list asks only for what is new in it. */
  const namesIn = (span: BlockSpan): Promise<MethodNames> =>
    cache.fetchQuery({
      queryKey: ['evm', 'method-names', chain, address, span],
      queryFn: async ({ signal }) => {
        const input = { chain, address, ...span, limit: pageSizeMax }
        return methodNames((await evmClient.walletTransactionsVerbose(input, { signal })).result)
      },
      staleTime: Number.POSITIVE_INFINITY,
    })
  const { data: learnt } = useQuery({
    queryKey: ['evm', 'method-names', chain, address, spans],
    queryFn: async () => {
      const answers = await Promise.allSettled(spans.map(namesIn))
      return Object.assign({}, ...answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : {})))
    },
    enabled: spans.length > 0,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return useMemo(() => ({ ...learnt, ...first }), [learnt, first])
}
