import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { Store } from '#lib/store/store.ts'
import { createIndexes, dropIndexes } from './drop-indexes.ts'
import { blockHash, chain, coins, collections, createTransferWorld, eventsPerBlock } from './transfer-world.ts'

const blocksPerTransaction = 100
const rowsPerTransaction = 20_000
const bigTables = ['evm_erc20_transfers', 'evm_nft_transfers', 'evm_erc20_approvals'] as const

/** Blocks that this many events fill. */
export const blocksFor = (events: number): number => Math.ceil(events / eventsPerBlock)

/**
 * Fills empty tables with so many transfers and everything that follows from them. The other indexes of the transfers are
 * built afterwards: in minutes, and dense, where an index grown row by row has pages that are part empty.
 */
export const fillTransfers = async (store: Store<EvmTables>, events: number): Promise<void> => {
  const blocks = blocksFor(events)
  const insert = async (table: keyof EvmTables, rows: Iterable<Record<string, unknown>>): Promise<void> => {
    for (const some of inParts(rows))
      await store.db.transaction().execute((transaction) => store.insertMany(transaction, table, some))
  }
  const indexes = await dropIndexes(store, bigTables)
  const world = createTransferWorld()
  for (let number = 0; number < blocks; ) {
    const batch = Array.from({ length: Math.min(blocksPerTransaction, blocks - number) }, () => world.block(number++))
    await store.db.transaction().execute(async (transaction) => {
      const into = (table: (typeof bigTables)[number], rows: readonly Record<string, unknown>[]) =>
        store.insertMany(transaction, table, rows)
      await into(
        'evm_erc20_transfers',
        batch.flatMap(({ erc20Transfers }) => erc20Transfers),
      )
      await into(
        'evm_nft_transfers',
        batch.flatMap(({ nftTransfers }) => nftTransfers),
      )
      await into(
        'evm_erc20_approvals',
        batch.flatMap(({ erc20Approvals }) => erc20Approvals),
      )
    })
    if (number % 5_000 === 0) console.error(`${number} of ${blocks} blocks`)
  }
  await insert('evm_nft_tokens', world.tokens())
  await insert('evm_nft_balances', world.balances())
  await insert(
    'evm_blocks',
    Array.from({ length: blocks }, (_, number) => ({
      chain,
      number,
      timestamp: 1_600_000_000 + 12 * number,
      transaction_count: eventsPerBlock / 2,
      log_count: eventsPerBlock,
      size: 60_000,
      hash: blockHash(number),
      parent_hash: blockHash(number - 1),
      miner: new Uint8Array(20),
      gas_used: '13000000',
      gas_limit: '30000000',
      base_fee_per_gas: '7',
    })),
  )
  const contract = (address: Uint8Array, kind: string, decimals: number | null) => ({
    chain,
    address,
    kind,
    name: 'Bench Token',
    symbol: 'BENCH',
    decimals,
    ask_at: null,
    failures: 0,
    note: null,
  })
  await insert('evm_contracts', [
    ...coins.map((address) => contract(address, 'ERC20', 18)),
    ...collections.map((address) => contract(address, 'ERC721', null)),
  ])
  await insert('evm_intervals', [{ chain, first_block: 0, last_block: blocks - 1 }])
  await insert('evm_chains', [
    {
      chain,
      followed_from: 0,
      final_block: blocks - 1,
      head_latest: blocks - 1,
      head_finalized: blocks - 1,
      checked_at: 1_700_000_000,
      error: null,
    },
  ])
  await createIndexes(store, indexes)
}

function* inParts(rows: Iterable<Record<string, unknown>>): Generator<Record<string, unknown>[]> {
  let part: Record<string, unknown>[] = []
  for (const row of rows) {
    if (part.push(row) < rowsPerTransaction) continue
    yield part
    part = []
  }
  if (part.length > 0) yield part
}
