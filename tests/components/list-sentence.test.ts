import { expect, test } from 'vitest'
import { pendingList } from '#components/evm/transaction/pending-list.tsx'
import { firstPage, unpackPage } from '#components/kit/first-page.ts'
import { listPage } from '#components/kit/list-page.ts'

const poolOf = (pending_count: number) => ({ source: 'pool', pending_count, queued_count: 1, cursor: null, result: [] })

test('the sentence about a list comes with its first page, and again with each response', () => {
  const waits = 'highest fee first. 1 more transaction waits for a lower nonce.'
  expect(unpackPage(firstPage(pendingList, poolOf(1))).sentence).toBe(`1 transaction in the pool of the node, ${waits}`)
  expect(listPage(pendingList, poolOf(2)).sentence).toBe(`2 transactions in the pool of the node, ${waits}`)
})
