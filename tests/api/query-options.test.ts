import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { createClient } from '#lib/api/client.ts'
import { createQueries } from '#lib/api/query-options.ts'
import type { EvmExplorerApi } from '#lib/evm/contract/explorer.ts'
import { evmExplorerRoutes } from '#lib/evm/contract/explorer-routes.ts'

const pagesWith = (cursors: (string | null)[]) => {
  const asked: string[] = []
  const client = createClient<EvmExplorerApi>(evmExplorerRoutes, {
    baseUrl: 'https://spyglass.example',
    send: async ({ url }) => {
      asked.push(new URL(url).search)
      return Response.json({ cursor: cursors[asked.length - 1], result: [] })
    },
  })
  return { asked, queries: createQueries<EvmExplorerApi>('evm-explorer', evmExplorerRoutes, client) }
}

test.each([null, ''])('an infinite list follows cursors and ends at %j', async (end) => {
  const { asked, queries } = pagesWith(['a', 'b', end])
  const { pages } = await new QueryClient().fetchInfiniteQuery({ ...queries.pages.evmBlocks({ limit: 5 }), pages: 9 })
  expect(pages).toHaveLength(3)
  expect(asked).toEqual(['?limit=5', '?limit=5&cursor=a', '?limit=5&cursor=b'])
})

test('endpoints without a cursor have no infinite list, and APIs do not share query keys', () => {
  const { queries } = pagesWith([])
  expect(Object.keys(queries.pages)).toEqual([
    'evmBlocks',
    'evmBlockTransactions',
    'evmTransactions',
    'evmCollectionTransfers',
    'evmTokens',
    'evmTokenHolders',
    'evmInternalTransfers',
    'evmNftOwners',
    'evmBalanceHistory',
  ])
  expect(queries.one.evmBlocks({ limit: 5 }).queryKey).toEqual(['evm-explorer', 'evmBlocks', { limit: 5 }])
})
