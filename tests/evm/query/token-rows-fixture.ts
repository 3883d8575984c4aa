import { toBytes, toHex } from '#lib/base/bytes.ts'
import { createBackfill } from '#lib/evm/chain/backfill/request-history.ts'
import { tokenHash } from '#lib/evm/chain/decode/token-hash.ts'
import { createServedChains } from '#lib/evm/chain/served/served.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { ContractRow, Erc20TransferRow, NftTransferRow } from '#lib/evm/chain/tables/token-tables.ts'
import { createKnownAddresses } from '#lib/evm/labels/known-addresses.ts'
import { createInternalCallsCache } from '#lib/evm/query/caches/internal-calls-cache.ts'
import { createReplays } from '#lib/evm/query/caches/replays.ts'
import { createStateReads } from '#lib/evm/query/caches/state-reads.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { createEvmCoverage } from '#lib/evm/query/evm-coverage.ts'
import { createCursors } from '#lib/store/cursors.ts'
import type { Store } from '#lib/store/store.ts'
import { hashOf, walletOf } from './random-chain.ts'

export const chainId = 1
export const zeroAddress = `0x${'00'.repeat(20)}`
export const contractOf = (index: number): string => `0x${hashOf('contract', index).slice(2, 42)}`
export const blockHashAt = (number: number): string => hashOf('block', number)
/** Two blocks share each time. */
export const timestampAt = (number: number): number => 1_600_000_000 + 12 * Math.floor(number / 2)

type TokenRowsOptions = { wallets?: number; contracts?: number; logsPerBlock?: number }

type RandomTokenRows = {
  nftTransfers: NftTransferRow[]
  erc20Transfers: Erc20TransferRow[]
  erc20Approvals: Erc20TransferRow[]
}

/**
 * Rows of the blocks first..last among few wallets and contracts: mints, burns, transfers to oneself, batches, and blocks
 * without any.
 */
export const randomTokenRows = (
  first: number,
  last: number,
  random: () => number,
  { wallets = 4, contracts = 3, logsPerBlock = 6 }: TokenRowsOptions = {},
): RandomTokenRows => {
  const rows: RandomTokenRows = { nftTransfers: [], erc20Transfers: [], erc20Approvals: [] }
  const pick = (count: number) => Math.floor(random() * count)
  const wallet = () => toBytes(random() < 0.15 ? zeroAddress : walletOf(pick(wallets)))
  for (let block = first; block <= last; block++) {
    if (random() < 0.1) continue
    for (let log = 0; log < logsPerBlock; log++) {
      const from = wallet()
      const event = {
        chain: chainId,
        block_number: block,
        log_index: log,
        transaction_index: Math.floor(log / 2),
        token_address: toBytes(contractOf(pick(contracts))),
        from_address: from,
        to_address: random() < 0.15 ? from : wallet(),
        transaction_hash: toBytes(hashOf('transaction', block, Math.floor(log / 2))),
      }
      const kind = random()
      if (kind < 0.35) rows.erc20Transfers.push({ ...event, value: String(pick(1e9)) })
      else if (kind < 0.6) rows.erc20Approvals.push({ ...event, value: '1' })
      else rows.nftTransfers.push(...nftRows(event, pick))
    }
  }
  return rows
}

const nftRows = (event: Omit<Erc20TransferRow, 'value'>, pick: (count: number) => number): NftTransferRow[] => {
  const standard = ([0, 721, 1155, 1155] as const)[pick(4)] ?? 721
  const items = standard === 1155 ? 1 + pick(4) : 1
  return Array.from({ length: items }, (_, batchIndex) => {
    const tokenId = pick(4) ? String(pick(20)) : String(2n ** 255n + BigInt(pick(5)))
    return {
      ...event,
      batch_index: batchIndex,
      standard,
      is_batch: items > 1 ? 1 : 0,
      token_hash: tokenHash(event.token_address, tokenId),
      operator: standard === 1155 ? toBytes(walletOf(0)) : null,
      token_id: tokenId,
      amount: standard === 1155 ? String(1 + pick(5)) : '1',
      transaction_value: pick(3) ? '5' : null,
    }
  })
}

export const insertTokenRows = async (store: Store<EvmTables>, rows: Partial<RandomTokenRows>): Promise<void> => {
  await store.db.transaction().execute(async (transaction) => {
    if (rows.nftTransfers?.length) await store.insertMany(transaction, 'evm_nft_transfers', rows.nftTransfers)
    if (rows.erc20Transfers?.length) await store.insertMany(transaction, 'evm_erc20_transfers', rows.erc20Transfers)
    if (rows.erc20Approvals?.length) await store.insertMany(transaction, 'evm_erc20_approvals', rows.erc20Approvals)
  })
}

/** Blocks first..last as if they were stored, without what is in them. */
export const insertBlocks = async (store: Store<EvmTables>, first: number, last: number): Promise<void> => {
  const rows = Array.from({ length: last - first + 1 }, (_, index) => ({
    chain: chainId,
    number: first + index,
    timestamp: timestampAt(first + index),
    transaction_count: 0,
    log_count: 0,
    size: null,
    hash: toBytes(blockHashAt(first + index)),
    parent_hash: toBytes(blockHashAt(first + index - 1)),
    miner: toBytes(zeroAddress),
    gas_used: '0',
    gas_limit: '0',
    base_fee_per_gas: null,
  }))
  const interval = { chain: chainId, first_block: first, last_block: last }
  await store.db.transaction().execute(async (transaction) => {
    await store.insertMany(transaction, 'evm_blocks', rows)
    await transaction.insertInto('evm_intervals').values(interval).execute()
  })
}

/** Blocks first..last as the history of a contract leaves them: their hashes and times alone. */
export const insertHeaders = async (store: Store<EvmTables>, first: number, last: number): Promise<void> => {
  const rows = Array.from({ length: last - first + 1 }, (_, index) => ({
    chain: chainId,
    number: first + index,
    timestamp: timestampAt(first + index),
    hash: toBytes(blockHashAt(first + index)),
  }))
  await store.db.transaction().execute((transaction) => store.insertMany(transaction, 'evm_headers', rows))
}

export const insertHead = async (store: Store<EvmTables>, latest: number): Promise<void> => {
  const times = { followed_from: null, final_block: null, checked_at: null, error: null }
  const row = { chain: chainId, head_latest: latest, head_finalized: latest, ...times }
  await store.db.insertInto('evm_chains').values(row).execute()
}

export const insertContract = async (
  store: Store<EvmTables>,
  address: string,
  facts: Partial<Pick<ContractRow, 'kind' | 'name' | 'symbol' | 'decimals'>>,
): Promise<void> => {
  const none = { kind: null, name: null, symbol: null, decimals: null, ask_at: null, failures: 0, note: null }
  const row = { chain: chainId, address: toBytes(address), ...none, ...facts }
  await store.db.insertInto('evm_contracts').values(row).execute()
}

const clock = () => 1_700_000_000_000

export const queryContext = (
  store: Store<EvmTables>,
  options: Partial<Pick<EvmQueryContext, 'node' | 'cursors' | 'known' | 'coverage' | 'prices' | 'media'>> = {},
): EvmQueryContext => {
  const context: EvmQueryContext = {
    of: () => context,
    store,
    served: createServedChains([{ name: 'polygon' }, { name: 'eth' }]),
    cursors: createCursors(new Uint8Array(32)),
    node: {},
    histories: createBackfill(store, { now: clock }),
    coverage: createEvmCoverage(store, { now: clock, ageMaxMs: 0 }),
    known: createKnownAddresses({}),
    internalCalls: createInternalCallsCache(store),
    replays: createReplays(store),
    stateReads: createStateReads(),
    now: clock,
    ...options,
  }
  return context
}

type Placed = { block_number: number; log_index: number; batch_index?: number }

/** The plainest order of a list: block, log index, batch index, all descending. */
export const newestFirst = <Row extends Placed>(rows: readonly Row[]): Row[] =>
  rows.toSorted(
    (a, b) =>
      b.block_number - a.block_number || b.log_index - a.log_index || (b.batch_index ?? 0) - (a.batch_index ?? 0),
  )

export const takesPart = (row: { from_address: Uint8Array; to_address: Uint8Array }, address: string): boolean =>
  toHex(row.from_address) === address || toHex(row.to_address) === address
