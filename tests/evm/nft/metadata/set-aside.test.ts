import { describe, expect, test } from 'vitest'
import type { EvmReader } from '#lib/evm/chain/rpc/reading/reader.ts'
import { createEvmIndex } from '#lib/evm/chain/write/writer.ts'
import { rereadUntilRight } from '#tests/evm/chain/reread-until-right.ts'
import { walletOf } from '#tests/evm/query/random-chain.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { blockWith, chain, metadataRows, metadataStores, minted721 } from './metadata-fixture.ts'

describe.each(dialects)('documents on %s', (dialect) => {
  const createStore = metadataStores(dialect)

  test('of a block that was set aside are due as soon as it is added', async () => {
    const store = await createStore()
    const blocks = [0, 1, 2].map((number) => blockWith(number, [minted721(walletOf(7), number)]))
    const aside = blocks.map((block) => {
      const { number, hash, parentHash } = block
      return number === 1 ? { number, hash, parentHash, fault: 'its receipts do not match' } : block
    })
    await createEvmIndex(store, chain, { from: 0 }).append(aside, { latest: 2, finalized: 0 })
    expect(await metadataRows(store)).toEqual([])
    const reader: Pick<EvmReader, 'readRight'> = { readRight: async (number) => blocks[number] }
    await rereadUntilRight(store, chain, reader)
    expect((await metadataRows(store)).map(({ token_id, minted_block }) => [token_id, minted_block])).toEqual([
      ['1', 1],
    ])
  })
})
