import { describe, expect, test } from 'vitest'
import type { Input } from '#lib/api/endpoint.ts'
import { parseInput } from '#lib/api/parse-input.ts'
import { toBytes } from '#lib/base/bytes.ts'
import { tokenHash } from '#lib/evm/chain/decode/token-hash.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { evmExplorerApi } from '#lib/evm/explorer-api.ts'
import { createEvmExplorerService } from '#lib/evm/family/service.ts'
import type { Store } from '#lib/store/store.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { walletOf } from '#tests/evm/query/random-chain.ts'
import { insertBlocks, queryContext } from '#tests/evm/query/token-rows-fixture.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { seeded } from '#tests/support/seeded.ts'
import { addTransfers, contractOf, holdingsOf, randomTransfers, type Transfer } from './nft-lists-fixture.ts'

type Api = typeof evmExplorerApi
const { evmCollectionTransfers, evmCollectionOwnership, evmNftOwners } = evmExplorerApi

const serviceOver = (store: Store<EvmTables>) => {
  const service = createEvmExplorerService(queryContext(store))
  return {
    transfers: async (raw: object) =>
      evmCollectionTransfers.output.parse(
        await service.evmCollectionTransfers(
          parseInput(evmCollectionTransfers, { chain: 'eth', ...raw }) as Input<Api['evmCollectionTransfers']>,
        ),
      ),
    ownership: async (address: string) =>
      evmCollectionOwnership.output.parse(await service.evmCollectionOwnership({ chain: 'eth', address })),
    owners: async (raw: object) =>
      evmNftOwners.output.parse(
        await service.evmNftOwners(parseInput(evmNftOwners, { chain: 'eth', ...raw }) as Input<Api['evmNftOwners']>),
      ),
  }
}

/** All rows of a list, page after page. */
const walk = async <Row>(
  readPage: (cursor: string | undefined) => Promise<{ cursor: string | null; result: readonly Row[] }>,
): Promise<Row[]> => {
  const rows: Row[] = []
  let cursor: string | undefined
  do {
    const page = await readPage(cursor)
    rows.push(...page.result)
    cursor = page.cursor ?? undefined
  } while (cursor !== undefined)
  return rows
}

const lineOf = ({ block, log, tokenId, from, to, amount }: Transfer) =>
  `${block}/${log}/${tokenId}/${from}/${to}/${amount}`
const newestFirst = (a: Transfer, b: Transfer) => b.block - a.block || b.log - a.log || b.batch - a.batch

describe.each(dialects)('ownership of a collection on %s', (dialect) => {
  const createStore = evmStores(dialect)

  test('lists transfers of a contract or of one token, page by page, newest first', async () => {
    const store = await createStore()
    await insertBlocks(store, 1, 60)
    const transfers = await addTransfers(store, [], randomTransfers(seeded(31), { first: 1, last: 60 }), 60)
    const service = serviceOver(store)
    for (const index of [0, 1, 2]) {
      const address = contractOf(index)
      const own = transfers.filter(({ contract }) => contract === address).toSorted(newestFirst)
      const [some] = own
      const shown = async (raw: object) =>
        (await walk((cursor) => service.transfers({ address, limit: 7, cursor, ...raw }))).map((row) =>
          lineOf({
            ...(some as Transfer),
            block: Number(row.block_number),
            log: row.log_index,
            tokenId: row.token_id,
            from: row.from_address as Transfer['from'],
            to: row.to_address as Transfer['to'],
            amount: BigInt(row.amount ?? '1'),
          }),
        )
      expect(await shown({})).toEqual(own.map(lineOf))
      const bounds = { from_block: 10, to_block: 40 }
      expect(await shown(bounds)).toEqual(own.filter(({ block }) => block >= 10 && block <= 40).map(lineOf))
      const token_id = some?.tokenId
      expect(await shown({ token_id })).toEqual(own.filter(({ tokenId }) => tokenId === token_id).map(lineOf))
    }
  })

  test('a cursor of one token stays with that token', async () => {
    const store = await createStore()
    await insertBlocks(store, 1, 60)
    await addTransfers(store, [], randomTransfers(seeded(32), { first: 1, last: 60 }), 60)
    const service = serviceOver(store)
    const { cursor } = await service.transfers({ address: contractOf(0), limit: 1 })
    await expect(service.transfers({ address: contractOf(0), token_id: '1', cursor })).rejects.toThrow('cursor')
  })

  test('counts owners by the number of their tokens, and lists the largest', async () => {
    const store = await createStore()
    const transfers = await addTransfers(store, [], randomTransfers(seeded(33), { first: 1, last: 80, tokens: 40 }), 80)
    const service = serviceOver(store)
    for (const index of [0, 1, 2, 3]) {
      const held = holdingsOf(transfers).filter((one) => one.contract === contractOf(index) && one.amount > 0n)
      const counts = [...Map.groupBy(held, ({ owner }) => owner)].map(([owner, { length }]) => ({
        owner,
        tokens: length,
      }))
      const answer = await service.ownership(contractOf(index))
      const within = (from: number, to: number) => counts.filter(({ tokens }) => tokens >= from && tokens <= to).length
      expect(answer).toMatchObject({ owners: counts.length, holdings: held.length, is_counted: true })
      expect(answer.groups.map(({ owners }) => owners)).toEqual([
        within(1, 1),
        within(2, 5),
        within(6, 20),
        within(21, 100),
        within(101, 1_000),
      ])
      const sorted = counts.sort((a, b) => b.tokens - a.tokens || (a.owner < b.owner ? -1 : 1)).slice(0, 10)
      expect(answer.largest.map(({ owner, tokens }) => ({ owner, tokens }))).toEqual(sorted)
    }
  })

  test('lists the owners of a token, largest first, without duplicates or omissions', async () => {
    const store = await createStore()
    const transfers = await addTransfers(store, [], randomTransfers(seeded(34), { first: 1, last: 80, tokens: 3 }), 80)
    const service = serviceOver(store)
    for (const index of [0, 1]) {
      const address = contractOf(index)
      const held = holdingsOf(transfers).filter((one) => one.contract === address && one.amount > 0n)
      for (const [token_id, holders] of Map.groupBy(held, ({ tokenId }) => tokenId)) {
        const rows = await walk((cursor) => service.owners({ address, token_id, limit: 2, cursor }))
        const sorted = holders.sort((a, b) => Number(b.amount - a.amount) || (a.owner < b.owner ? -1 : 1))
        expect(rows.map(({ owner, amount }) => `${owner}/${amount}`)).toEqual(
          sorted.map(({ owner, amount }) => `${owner}/${amount}`),
        )
        expect(await service.owners({ address, token_id })).toMatchObject({ owners: holders.length, order: 'amount' })
      }
    }
    await expect(service.owners({ address: contractOf(0), token_id: '987654' })).rejects.toThrow('No NFT 987654')
  })

  test('reads a token with thousands of past owners in parts: every owner once, ordered by address', async () => {
    const store = await createStore()
    const address = contractOf(1)
    const contract = toBytes(address)
    const token_hash = tokenHash(contract, '5')
    const wallets = Array.from({ length: 4_500 }, (_, index) => walletOf(index))
    const common = { chain: 1, token_address: contract, token_hash, changed_block: 9, changed_log: 0, changed_batch: 0 }
    await store.db
      .insertInto('evm_nft_tokens')
      .values({
        ...common,
        ...{
          first_block: 1,
          minted_block: 1,
          minted_log: 0,
          minted_batch: 0,
          standard: 1155,
          owner: null,
          minter: null,
        },
        ...{ minted_transaction: null, token_id: '5', supply: '9' },
      })
      .execute()
    // Two of three have sent theirs on; a run of empty ones is longer than what one request looks at.
    const isHeld = (index: number) => index % 3 === 0
    for (let from = 0; from < wallets.length; from += 500)
      await store.db
        .insertInto('evm_nft_balances')
        .values(
          wallets.slice(from, from + 500).map((wallet, index) => ({
            ...common,
            ...{ owner: toBytes(wallet), token_id: '5', is_held: isHeld(from + index) ? (1 as const) : (0 as const) },
            amount: isHeld(from + index) ? '3' : '0',
          })),
        )
        .execute()
    const service = serviceOver(store)
    const first = await service.owners({ address, token_id: '5' })
    expect(first).toMatchObject({ owners: null, order: 'address' })
    const rows = await walk((cursor) => service.owners({ address, token_id: '5', cursor }))
    expect(rows.map(({ owner }) => owner)).toEqual(wallets.filter((_, index) => isHeld(index)).toSorted())
  })
})
