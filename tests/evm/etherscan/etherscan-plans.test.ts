import { expect, test } from 'vitest'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { rememberStatements } from '#tests/support/remembered-statements.ts'
import { askIndex } from './ask-index.ts'
import { blockCount, expectIndexed, fillLists, listedWallet as wallet } from './long-lists.ts'

/* Each list reads the rows of its page through an index, whatever the size of the chain. */

const page = { page: '2', offset: '100' }
/** With the rows that each must return. */
const lists = [
  ['txlistinternal', { address: wallet, ...page }],
  ['txlistinternal', { address: wallet, ...page, sort: 'desc' }],
  ['txlistinternal', { startblock: '1000', endblock: '4000', ...page }],
  ['txlistinternal', { startblock: '1000', endblock: '4000', ...page, sort: 'desc' }],
  ['txsBeaconWithdrawal', { address: wallet, ...page }],
  ['txsBeaconWithdrawal', { address: wallet, ...page, sort: 'desc' }],
  ['getminedblocks', { address: wallet, ...page, startblock: '16' }],
] as const

test.each(dialects)('each page is read through indexes on %s', { timeout: 240_000 }, async (dialect) => {
  const store = await evmStores(dialect)()
  await fillLists(store)
  const { statements, remember } = rememberStatements()
  const ask = askIndex({ ...store, db: store.db.withPlugin(remember) }, 12 * blockCount)
  for (const [action, given] of lists) {
    statements.length = 0
    const { result } = await ask('account', action, given)
    expect(result, action).toHaveLength(100)
    await expectIndexed(store, statements, action)
  }
})
