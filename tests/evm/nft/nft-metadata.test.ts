import { describe, expect, test } from 'vitest'
import { evmApi } from '#lib/evm/interface-api.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { walletOf } from '#tests/evm/query/random-chain.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { addTransfers, contractOf, memoryBackfill, nftLists, type Transfer, zeroAddress } from './nft-lists-fixture.ts'

const transfer = (of: Partial<Transfer>): Transfer => ({
  block: 1,
  log: 0,
  batch: 0,
  standard: 721,
  contract: contractOf(0),
  tokenId: '255',
  from: zeroAddress,
  to: walletOf(1),
  amount: 1n,
  ...of,
})
const edition = { standard: 1155, contract: contractOf(1) } as const

describe.each(dialects)('a single NFT on %s', (dialect) => {
  const createStore = evmStores(dialect)

  test('is found by its id in decimal and hex', async () => {
    const store = await createStore()
    await addTransfers(store, [], [transfer({}), transfer({ block: 2, from: walletOf(1), to: walletOf(2) })], 2)
    const { token } = nftLists(store)
    const found = await token(contractOf(0), '0xff', { normalizeMetadata: true, media_items: true })
    expect(() => evmApi.nftMetadata.output.parse(found)).not.toThrow()
    expect(Object.keys(found)).toEqual(Object.keys(evmApi.nftMetadata.example.output))
    expect(found).toMatchObject({
      token_id: '255',
      owner_of: walletOf(2),
      minter_address: walletOf(1),
      block_number: '2',
      block_number_minted: '1',
    })
    expect(await token(contractOf(0), '255', { format: 'hex' })).toMatchObject({ token_id: '0xff' })
  })

  test('has the owner of an ERC1155 token while there is exactly one', async () => {
    const store = await createStore()
    const mint = await addTransfers(store, [], [transfer({ ...edition, amount: 5n })], 1)
    const { token } = nftLists(store)
    expect(await token(contractOf(1), '255')).toMatchObject({ owner_of: walletOf(1), amount: '5' })
    await addTransfers(store, mint, [transfer({ ...edition, block: 2, to: walletOf(2) })], 2)
    expect(await token(contractOf(1), '255')).toMatchObject({ owner_of: null, amount: '6', contract_type: 'ERC1155' })
  })

  test('belongs to the zero address when it is burned', async () => {
    const store = await createStore()
    const all = [edition, {}].flatMap((of, log) => [
      transfer({ ...of, log }),
      transfer({ ...of, log, block: 2, from: walletOf(1), to: zeroAddress }),
    ])
    await addTransfers(store, [], all, 2)
    const { token, tokens } = nftLists(store)
    for (const contract of [contractOf(0), contractOf(1)]) {
      expect(await token(contract, '255')).toMatchObject({ owner_of: zeroAddress, amount: '0', block_number: '2' })
      expect((await tokens(contract)).result).toEqual([])
    }
  })

  test('that is unknown is not found, and its collection is queued', async () => {
    const store = await createStore()
    const histories = memoryBackfill(false)
    const { token } = nftLists(store, histories)
    await expect(token(contractOf(0), '1')).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('is being indexed'),
    })
    expect(histories.requested).toEqual([contractOf(0)])
    histories.isAllSynced = true
    await expect(token(contractOf(0), '1')).rejects.toMatchObject({
      code: 'not_found',
      message: expect.not.stringContaining('indexed'),
    })
  })
})
