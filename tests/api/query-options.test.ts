import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { queriesOf } from '#lib/api/client/query-options.ts'
import { evmBlock, evmBlocks } from '#lib/evm/api/explorer-routes/blocks.ts'
import type { EvmExplorerApi } from '#lib/evm/explorer-api.ts'

const explorerWith = (cursors: (string | null)[]) => {
  const asked: string[] = []
  const from = queriesOf<EvmExplorerApi>('evm-explorer', {
    baseUrl: 'https://spyglass.example',
    send: async ({ url }) => {
      asked.push(new URL(url).search)
      return Response.json({ cursor: cursors[asked.length - 1], result: [] })
    },
  })
  return { asked, from }
}

test.each([null, ''])('an infinite list follows cursors and ends at %j', async (end) => {
  const { asked, from } = explorerWith(['a', 'b', end])
  const { pages } = await new QueryClient().fetchInfiniteQuery({ ...from({ evmBlocks }).pages({ limit: 5 }), pages: 9 })
  expect(pages).toHaveLength(3)
  expect(asked).toEqual(['?limit=5', '?limit=5&cursor=a', '?limit=5&cursor=b'])
})

test('endpoints without a cursor have no infinite list, and APIs do not share query keys', () => {
  const { from } = explorerWith([])
  expect(from({ evmBlock }).pages).toBeUndefined()
  expect(from({ evmBlocks }).one({ limit: 5 }).queryKey).toEqual(['evm-explorer', 'evmBlocks', { limit: 5 }])
})
