import { expect, test } from 'vitest'
import { nftWords } from '#lib/evm/chain/search-index/index-documents.ts'
import { tableReverts } from '#lib/evm/chain/write/table-reverts.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'

const createStore = evmStores('sqlite')

test('every table of the EVM migrations says how a reorg reverts it', async () => {
  const store = await createStore()
  const tables = (await store.db.introspection.getTables()).map(({ name }) => name)
  // The full-text table follows `evm_nft_texts`.
  const ofChains = tables.filter((name) => name.startsWith('evm_') && !name.startsWith(nftWords))
  expect(ofChains.sort()).toEqual(Object.keys(tableReverts).sort())
})
