import { expect, test } from 'vitest'
import { readCredits } from '#lib/evm/tax/credits.ts'
import { listedWallet as address, blockCount, expectIndexed, fillLists } from '#tests/evm/etherscan/long-lists.ts'
import { chainId } from '#tests/evm/query/evm-services.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { rememberStatements } from '#tests/support/remembered-statements.ts'

test.each(dialects)('what blocks paid is read by receiver, whatever the size of the chain, on %s', async (dialect) => {
  const store = await evmStores(dialect)()
  await fillLists(store)
  const { statements, remember } = rememberStatements()
  const window = { chain: chainId, address, first: 16, last: blockCount - 1 }
  const { credits, last } = await readCredits(store.db.withPlugin(remember), window)
  // A page reads 200 blocks with withdrawals, which are of nothing here; every other block was mined.
  expect([credits.length, last]).toEqual([100, 16 + 199])
  expect(statements.length).toBe(4)
  await expectIndexed(store, statements, 'readCredits')
})
