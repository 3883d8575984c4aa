import type { QueryClient } from '@tanstack/react-query'
import { evmClient } from '#components/evm/parts/evm-queries.ts'
import { methodNames } from '#components/evm/parts/transactions/method-names.ts'
import { type ChainMethods, createMethodNamer, type MethodNamer } from './method-namer.ts'

const pageSizeMax = 100

/** Method names of a wallet, shared by all visits of its page, so that Back has all names at once. */
export const walletMethods = (cache: QueryClient, address: string, first: ChainMethods): MethodNamer => {
  const key = ['evm', 'timeline-methods', address]
  const known = cache.getQueryData<MethodNamer>(key)
  if (known) return known
  const made = createMethodNamer({
    first,
    ask: async (chain, span, signal) => {
      const input = { chain, address, ...span, limit: pageSizeMax }
      return methodNames((await evmClient.walletTransactionsVerbose(input, { signal })).result)
    },
  })
  cache.setQueryData(key, made)
  return made
}
