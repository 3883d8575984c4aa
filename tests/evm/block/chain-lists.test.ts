import { describe, expect, test } from 'vitest'
import type { Coverage } from '#lib/api/coverage.ts'
import { toBytes } from '#lib/base/bytes.ts'
import type { EvmBlock } from '#lib/evm/chain/block.ts'
import { createServedChains } from '#lib/evm/chain/served/served.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { createEvmRangeIndex } from '#lib/evm/chain/write/writer.ts'
import { evmExplorerApi } from '#lib/evm/explorer-api.ts'
import { createEvmExplorerService } from '#lib/evm/family/service.ts'
import { createCursors } from '#lib/store/cursors.ts'
import type { Store } from '#lib/store/store.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { hashOf, randomBlocks, walletOf } from '#tests/evm/query/random-chain.ts'
import { storeTraces } from '#tests/evm/trace/sync/store-traces.ts'
import { plainTransfers } from '#tests/evm/trace/sync/traced-node.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { seeded } from '#tests/support/seeded.ts'
import { walkPages } from '#tests/support/walk-pages.ts'

const chain = 1
const blocks = randomBlocks(80, { first: 0 }, seeded(5))
const latest = 79

type Lists =
  | 'evmContracts'
  | 'evmVerifiedContracts'
  | 'evmChainInternalTransfers'
  | 'evmWithdrawals'
  | 'evmBlobTransactions'
  | 'evmUncles'
type Record<Name extends Lists> = Awaited<
  ReturnType<ReturnType<typeof createEvmExplorerService>[Name]>
>['result'][number]

const serviceOf = (store: Store<EvmTables>) =>
  createEvmExplorerService({
    store,
    served: createServedChains([{ name: 'eth', keepsTraces: true }]),
    cursors: createCursors(new Uint8Array(32)),
  })

/** The records of all pages, checked against the contract. */
const walk = async <Name extends Lists>(
  store: Store<EvmTables>,
  name: Name,
  input: Partial<Parameters<ReturnType<typeof serviceOf>['evmContracts']>[0]> = {},
) => {
  const coverages: Coverage[] = []
  const list = serviceOf(store)[name] as ReturnType<typeof serviceOf>['evmContracts']
  const pages = await walkPages(async (cursor) => {
    const answer = await list(
      { chain: 'eth', limit: 7, ...input, ...(cursor && { cursor }) },
      { coveredBy: (coverage) => void coverages.push(coverage) },
    )
    return evmExplorerApi[name as 'evmContracts'].output.parse(answer)
  })
  return { rows: pages.flatMap(({ result }) => result) as unknown as Record<Name>[], coverages }
}

describe.each(dialects)('lists of a chain on %s', (dialect) => {
  const createStore = evmStores(dialect)
  const filled = async () => {
    const store = await createStore()
    await createEvmRangeIndex(store, chain).appendRange([...blocks], { latest, finalized: latest })
    return store
  }

  test('contracts are listed by the transaction that created them, without failed creations', async () => {
    const store = await filled()
    const created = blocks
      .flatMap((block) => block.transactions.map((transaction) => ({ block, ...transaction })))
      .filter(({ contractAddress }) => contractAddress !== null)
    expect(created.some(({ status }) => status === 0)).toBe(true)
    const expected = created.filter(({ status }) => status !== 0).reverse()
    const { rows, coverages } = await walk(store, 'evmContracts')
    expect(rows).toMatchObject(
      expected.map(({ block, hash, from, contractAddress }) => ({
        ...{ address: contractAddress, creator: from, transaction_hash: hash },
        ...{ block_number: String(block.number), block_hash: block.hash, kind: null, verified_name: null },
      })),
    )
    expect(coverages.every(({ isComplete }) => isComplete)).toBe(true)
    const bounded = await walk(store, 'evmContracts', { from_block: 20, to_block: 40 })
    expect(bounded.rows.map(({ transaction_hash }) => transaction_hash)).toEqual(
      expected.filter(({ block: { number } }) => number >= 20 && number <= 40).map(({ hash }) => hash),
    )
  })

  test('internal transfers are listed once each, of the chain or of a block, newest first', async () => {
    const store = await filled()
    await storeTraces(store, chain, blocks.slice(30))
    const expected = (from: number, to: number) =>
      blocks
        .slice(from, to + 1)
        .flatMap((block) => plainTransfers(block).map((transfer) => ({ ...transfer, block })))
        .map(({ block, transaction, from, to, value }) => ({
          ...{ block_number: String(block.number), transaction_hash: block.transactions[transaction]?.hash },
          ...{ from_address: from, to_address: to, value: String(value) },
        }))
        .reverse()
    const { rows, coverages } = await walk(store, 'evmChainInternalTransfers')
    expect(rows).toMatchObject(expected(30, latest))
    expect(coverages[0]).toMatchObject({ isComplete: false, ranges: [{ first: 30, last: latest }] })
    const busy = blocks.findLast((block) => plainTransfers(block).length > 1)?.number ?? 0
    const ofBlock = await walk(store, 'evmChainInternalTransfers', { from_block: busy, to_block: busy, limit: 1 })
    expect(ofBlock.rows).toMatchObject(expected(busy, busy))
    expect(ofBlock.rows.length).toBeGreaterThan(1)
    expect(ofBlock.coverages[0]?.isComplete).toBe(true)
  })

  test('withdrawals, uncles and blobs are listed once each, newest first, in pages that end within a block', async () => {
    const store = await filled()
    const placed = (block: EvmBlock) => ({ block_number: String(block.number), block_hash: block.hash })
    const withdrawals = blocks.flatMap((block) =>
      (block.body?.withdrawals ?? []).map(({ index, validatorIndex, address, amount }) => ({
        ...{ index: String(index), validator_index: String(validatorIndex), address },
        ...{ amount: `${amount}000000000`, ...placed(block) },
      })),
    )
    const uncles = blocks.flatMap((block) =>
      (block.body?.uncles ?? []).map((uncle_hash, position) => ({ uncle_hash, position, ...placed(block) })),
    )
    const blobs = blocks.flatMap((block) =>
      block.transactions.flatMap(({ hash, from, blobs }) =>
        blobs
          ? {
              ...{ hash, from_address: from, versioned_hashes: blobs.versionedHashes, ...placed(block) },
              ...{
                blob_gas_price: blobs.gasPrice === null ? null : String(blobs.gasPrice),
                max_fee_per_blob_gas: '50',
              },
              ...{
                blob_count: blobs.versionedHashes.length,
                blob_gas_used: String(131_072 * blobs.versionedHashes.length),
              },
            }
          : [],
      ),
    )
    for (const limit of [1, 3, 7, 100])
      for (const [name, all] of [
        ['evmWithdrawals', withdrawals],
        ['evmUncles', uncles],
        ['evmBlobTransactions', blobs],
      ] as const) {
        expect(all.length).toBeGreaterThan(15)
        expect((await walk(store, name, { limit })).rows).toMatchObject(all.toReversed())
        const some = all.filter(({ block_number }) => Number(block_number) >= 21 && Number(block_number) <= 42)
        expect((await walk(store, name, { limit, from_block: 21, to_block: 42 })).rows).toMatchObject(some.toReversed())
      }
  })

  test('blocks that an earlier version stored without their bodies are counted, and not claimed', async () => {
    const store = await createStore()
    const range = createEvmRangeIndex(store, chain)
    await range.appendRange(
      blocks.slice(0, 30).map(({ body: _, ...block }) => block),
      { latest, finalized: latest },
    )
    await range.appendRange(blocks.slice(30), { latest, finalized: latest })
    const { evmWithdrawals } = serviceOf(store)
    expect(await evmWithdrawals({ chain: 'eth', limit: 1 })).toMatchObject({ blocks_left: 30 })
    expect((await walk(store, 'evmWithdrawals')).coverages[0]).toMatchObject({
      ...{ isComplete: false, ranges: [{ first: 30, last: latest }] },
    })
    expect((await walk(store, 'evmWithdrawals', { from_block: 30 })).coverages[0]?.isComplete).toBe(true)
  })

  test('verified contracts are listed by the time of their verification', async () => {
    const store = await createStore()
    const at = Date.parse('2026-01-02T03:04:05.000Z')
    const texts = {
      language: 'Solidity',
      compiler_version: '0.8.30',
      verified_by: 'page',
      file: 'A.sol',
      settings: '{}',
    }
    const empty = { abi: '[]', documentation: '{}', libraries: '{}', immutables: '{}', metadata: '', creation_code: '' }
    const rows = Array.from({ length: 20 }, (_, index) => ({
      ...{ chain, address: toBytes(walletOf(index)), name: `Contract${index}`, code_hash: toBytes(hashOf('code')) },
      ...{ runtime_match: 'match', creation_match: index === 19 ? 'exact_match' : null },
      // Several at the same time: the address orders them.
      ...{ verified_at: at + Math.floor(index / 4), ...texts, ...empty },
    }))
    await store.db.insertInto('evm_verified_contracts').values(rows).execute()
    const listed = (await walk(store, 'evmVerifiedContracts')).rows
    expect(listed.map(({ name }) => name).sort()).toEqual(rows.map(({ name }) => name).sort())
    expect(listed.map(({ verified_at }) => verified_at)).toEqual(
      rows.map(({ verified_at }) => new Date(verified_at).toISOString()).reverse(),
    )
    expect(listed.find(({ name }) => name === 'Contract19')).toMatchObject({ match: 'exact_match', compared: 'both' })
    expect(listed.find(({ name }) => name === 'Contract3')).toMatchObject({ match: 'match', compared: 'runtime' })
  })
})
