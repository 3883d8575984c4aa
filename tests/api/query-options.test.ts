import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { queriesOf } from '#lib/api/client/query-options.ts'
import { evmExplorerRoot } from '#lib/evm/api/roots.ts'
import type { EvmExplorerApi } from '#lib/evm/explorer-api.ts'

const explorerWith = (cursors: (string | null)[]) => {
  const asked: string[] = []
  const from = queriesOf<EvmExplorerApi>(evmExplorerRoot, {
    origin: 'https://spyglass.example',
    send: async ({ url }) => {
      asked.push(new URL(url).search)
      return Response.json({ cursor: cursors[asked.length - 1], result: [] })
    },
  })
  return { asked, from }
}

test.each([null, ''])('an infinite list follows cursors and ends at %j', async (end) => {
  const { asked, from } = explorerWith(['a', 'b', end])
  const { pages } = await new QueryClient().fetchInfiniteQuery({ ...from('/evm/blocks').pages({ limit: 5 }), pages: 9 })
  expect(pages).toHaveLength(3)
  expect(asked).toEqual(['?limit=5', '?limit=5&cursor=a', '?limit=5&cursor=b'])
})

test('APIs do not share query keys', () => {
  const { from } = explorerWith([])
  expect(from('/evm/blocks').one({ limit: 5 }).queryKey).toEqual(['evm-explorer', '/evm/blocks', { limit: 5 }])
})
