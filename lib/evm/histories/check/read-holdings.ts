import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { toBytes } from '#lib/evm/decode/bytes.ts'
import type { Hex } from '#lib/evm/node/block.ts'
import type { EvmTables } from '#lib/evm/tables.ts'
import { Holdings } from './holdings.ts'

/** Rows of one read: a few milliseconds, after which the head is followed on. */
const rowsAtOnce = 2_000

/**
 * Holdings of a contract after `block`, by its stored transfers; reads all of them once, in order. With `isErc721`,
 * rows stored as ERC20 are token transfers: those of an old contract until its kind is known.
 */
export const readHoldings = async (
  db: Kysely<EvmTables>,
  chain: number,
  address: Hex,
  block: number,
  { signal, isErc721 = false }: { signal: AbortSignal; isErc721?: boolean },
): Promise<Holdings> => {
  const holdings = new Holdings()
  const token = toBytes(address)

  for (let after = [-1, 0]; ; ) {
    const [number = 0, log = 0] = after
    const rows = await db
      .selectFrom('evm_erc20_transfers')
      .select(['block_number', 'log_index', 'from_address', 'to_address', 'value'])
      .where('chain', '=', chain)
      .where('token_address', '=', token)
      .where('block_number', '<=', block)
      .where(({ refTuple, tuple, eb }) => eb(refTuple('block_number', 'log_index'), '>', tuple(number, log)))
      .orderBy('block_number')
      .orderBy('log_index')
      .limit(rowsAtOnce)
      .execute()
    for (const row of rows)
      if (isErc721) holdings.addNft({ ...row, standard: 721, token_id: row.value, amount: '1' })
      else holdings.addErc20(row)
    const last = rows.at(-1)
    if (!last || rows.length < rowsAtOnce) break
    after = [last.block_number, last.log_index]
    await nextTurn(undefined, { signal })
  }

  for (let after = [-1, 0, 0]; ; ) {
    const [number = 0, log = 0, batch = 0] = after
    const rows = await db
      .selectFrom('evm_nft_transfers')
      .select([
        'block_number',
        'log_index',
        'batch_index',
        'standard',
        'token_id',
        'from_address',
        'to_address',
        'amount',
      ])
      .where('chain', '=', chain)
      .where('token_address', '=', token)
      .where('block_number', '<=', block)
      .where(({ refTuple, tuple, eb }) =>
        eb(refTuple('block_number', 'log_index', 'batch_index'), '>', tuple(number, log, batch)),
      )
      .orderBy('block_number')
      .orderBy('log_index')
      .orderBy('batch_index')
      .limit(rowsAtOnce)
      .execute()
    for (const row of rows) holdings.addNft(row)
    const last = rows.at(-1)
    if (!last || rows.length < rowsAtOnce) break
    after = [last.block_number, last.log_index, last.batch_index]
    await nextTurn(undefined, { signal })
  }
  return holdings
}
