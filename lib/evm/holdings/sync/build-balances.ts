import { bytesKey } from '#lib/evm/chain/decode/erc20-balances.ts'
import { writeChainRow } from '#lib/evm/chain/stored/chain-row.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { countInto } from '#lib/evm/chain/write/count-erc20-transfers.ts'
import type { Store } from '#lib/store/store.ts'

/** Transfers of one transaction, which keeps the chain's other writers waiting for some tens of milliseconds. */
const transfersAtOnce = 2_000

/**
 * Counts the balances of a token from its stored transfers, oldest first, in separate transactions; another call continues
 * where one ended. The writer counts new blocks from when the build has reached the newest transfer.
 */
export const buildBalances = async (
  store: Store<EvmTables>,
  chain: number,
  token_address: Uint8Array,
  signal: AbortSignal,
  atOnce = transfersAtOnce,
): Promise<void> => {
  while (!signal.aborted && !(await buildPart(store, chain, token_address, atOnce))) {}
}

/** Whether every stored transfer is counted. */
const buildPart = (
  store: Store<EvmTables>,
  chain: number,
  token_address: Uint8Array,
  atOnce: number,
): Promise<boolean> =>
  store.db.transaction().execute(async (transaction) => {
    await writeChainRow(transaction, chain, {})
    const known = await transaction
      .selectFrom('evm_erc20_tokens')
      .selectAll()
      .where('chain', '=', chain)
      .where('token_address', '=', token_address)
      .executeTakeFirst()
    if (!known || known.built_to === null) return true
    const transfers = transaction
      .selectFrom('evm_erc20_transfers')
      .where('chain', '=', chain)
      .where('token_address', '=', token_address)
      .where('block_number', '>', known.built_to)
      .orderBy('block_number')
      .orderBy('log_index')
    const edge = await transfers.select('block_number').offset(atOnce).limit(1).executeTakeFirst()
    const part = edge ? transfers.where('block_number', '<=', edge.block_number) : transfers
    const rows = await part.selectAll().execute()
    const built_to = edge?.block_number ?? null
    const token = new Map([[bytesKey(token_address), { ...known, built_to }]])
    const counting = { sign: 1, countsTransfers: false, countsBalances: () => true } as const
    await countInto({ store, transaction, chain }, token, rows, counting)
    return built_to === null
  })
