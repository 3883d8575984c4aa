import { useQueries } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useGrown } from '#components/chain/use-grown.ts'
import type { NativeTransaction } from '#lib/evm/contract/transactions.ts'
import { evmQueries } from './evm-queries.ts'
import { type BlockSpan, type MethodNames, methodNames, namelessSpan } from './method-names.ts'

const pageSizeMax = 100

const noSpans = (): readonly BlockSpan[] => []

const merge = (answers: readonly { data?: MethodNames }[]): MethodNames =>
  Object.assign({}, ...answers.map(({ data }) => data ?? {}))

/**
 * Names of the methods that a wallet's transactions call. The server gives those of the first page; of a later one the decoded
 * transactions are asked for only where it calls something new. Where nothing decodes, selectors stay.
 */
export const useMethodNames = ({
  chain,
  address,
  pages,
  first,
}: {
  chain: string
  address: string
  pages: readonly { result: readonly NativeTransaction[] }[]
  /** Undefined where the source does not decode: then it is not asked again. */
  first: MethodNames | undefined
}): MethodNames => {
  const withSpan = useCallback(
    (spans: readonly BlockSpan[], { result }: (typeof pages)[number]) => {
      const span = first && namelessSpan(result, first)
      return span ? [...spans, span] : spans
    },
    [first],
  )
  const spans = useGrown(pages, noSpans, withSpan)
  const learnt = useQueries({
    queries: spans.map((span) => ({
      ...evmQueries.one.walletTransactionsVerbose({ chain, address, ...span, limit: pageSizeMax }),
      select: namesOf,
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    })),
    combine: merge,
  })
  return useMemo(() => ({ ...learnt, ...first }), [learnt, first])
}

const namesOf = ({ result }: { result: Parameters<typeof methodNames>[0] }) => methodNames(result)
