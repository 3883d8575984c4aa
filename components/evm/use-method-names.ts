import { useQueries } from '@tanstack/react-query'
import type { NativeTransaction } from '#lib/evm/contract/transactions.ts'
import { evmQueries } from './evm-queries.ts'
import { type MethodNames, methodNames, namelessSpan } from './method-names.ts'

const pageSizeMax = 100

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
  const spans = first === undefined ? [] : pages.map(({ result }) => namelessSpan(result, first))
  const learnt = useQueries({
    queries: spans
      .filter((span) => span !== undefined)
      .map((span) => ({
        ...evmQueries.one.walletTransactionsVerbose({ chain, address, ...span, limit: pageSizeMax }),
        select: namesOf,
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
      })),
    combine: merge,
  })
  return { ...learnt, ...first }
}

const namesOf = ({ result }: { result: Parameters<typeof methodNames>[0] }) => methodNames(result)
