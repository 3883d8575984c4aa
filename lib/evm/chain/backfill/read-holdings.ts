import { setImmediate as nextTurn } from 'node:timers/promises'
import { toBytes } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { Store } from '#lib/store/store.ts'
import { ReplayedHoldings } from './holdings.ts'

/** Rows of one read: a few milliseconds, after which the worker can do other work. */
const rowsAtOnce = 2_000

/**
 * Returns the holders of a contract's tokens after `block` according to its stored transfers, each read once in order.
 * With `isErc721`, rows stored as ERC20 are its tokens: those of an old contract, until its kind is known.
 */
export const readHoldings = async (
  store: Store<EvmTables>,
  chain: number,
  address: Hex,
  { block, signal, isErc721 = false }: { block: number; signal: AbortSignal; isErc721?: boolean },
): Promise<ReplayedHoldings> => {
  const holdings = new ReplayedHoldings()
  await eachRow(
    storedErc20Transfers(store, chain, address),
    block,
    (row) =>
      isErc721 ? holdings.addNft({ ...row, standard: 721, token_id: row.value, amount: '1' }) : holdings.addErc20(row),
    signal,
  )
  await eachRow(nftTransfers(store, chain, address), block, (row) => holdings.addNft(row), signal)
  return holdings
}

const eachRow = async <Place, Row extends Place & { block_number: number }>(
  pageAfter: (last: Place | undefined) => { execute(): Promise<Row[]> },
  block: number,
  use: (row: Row) => void,
  signal: AbortSignal,
): Promise<void> => {
  for (let last: Row | undefined; ; ) {
    const rows = await pageAfter(last).execute()
    for (const row of rows) {
      if (row.block_number > block) return
      use(row)
    }
    if (rows.length < rowsAtOnce) return
    last = rows.at(-1)
    await nextTurn(undefined, { signal })
  }
}

/*
 * These statements have no condition on the last block: with it, SQLite chooses the primary key and reads the transfers of every contract of the chain.
 */

type Erc20Place = { block_number: number; log_index: number }

/** A contract's ERC20 transfers after a position, in chain order. */
export const storedErc20Transfers =
  (store: Store<EvmTables>, chain: number, address: Hex) =>
  (last: Erc20Place = { block_number: -1, log_index: 0 }) =>
    store.db
      .selectFrom('evm_erc20_transfers')
      .select([
        'block_number',
        'log_index',
        store.hexText('from_address').as('from'),
        store.hexText('to_address').as('to'),
        'value',
      ])
      .where('chain', '=', chain)
      .where('token_address', '=', toBytes(address))
      .where(({ refTuple, tuple, eb }) =>
        eb(refTuple('block_number', 'log_index'), '>', tuple(last.block_number, last.log_index)),
      )
      .orderBy('block_number')
      .orderBy('log_index')
      .limit(rowsAtOnce)

type NftPlace = Erc20Place & { batch_index: number }

/** A contract's NFT transfers after a position, in chain order. */
export const nftTransfers =
  (store: Store<EvmTables>, chain: number, address: Hex) =>
  (last: NftPlace = { block_number: -1, log_index: 0, batch_index: 0 }) =>
    store.db
      .selectFrom('evm_nft_transfers')
      .select([
        'block_number',
        'log_index',
        'batch_index',
        'standard',
        'token_id',
        store.hexText('from_address').as('from'),
        store.hexText('to_address').as('to'),
        'amount',
      ])
      .where('chain', '=', chain)
      .where('token_address', '=', toBytes(address))
      .where(({ refTuple, tuple, eb }) =>
        eb(
          refTuple('block_number', 'log_index', 'batch_index'),
          '>',
          tuple(last.block_number, last.log_index, last.batch_index),
        ),
      )
      .orderBy('block_number')
      .orderBy('log_index')
      .orderBy('batch_index')
      .limit(rowsAtOnce)
