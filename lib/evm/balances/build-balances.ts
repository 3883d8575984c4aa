import { bytesKey } from '#lib/evm/decode/erc20-balances.ts'
import type { Erc20TokenRow } from '#lib/evm/erc20-balance-tables.ts'
import { writeChainRow } from '#lib/evm/stored/chain-row.ts'
import type { EvmTables } from '#lib/evm/tables.ts'
import { countInto } from '#lib/evm/writer/count-erc20-balances.ts'
import { uncountedToken } from '#lib/evm/writer/track-new-tokens.ts'
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
    if (known?.built_to === null) return true
    const after = known?.built_to ?? -1
    const transfers = transaction
      .selectFrom('evm_erc20_transfers')
      .where('chain', '=', chain)
      .where('token_address', '=', token_address)
      .where('block_number', '>', after)
      .orderBy('block_number')
      .orderBy('log_index')
    const edge = await transfers.select('block_number').offset(atOnce).limit(1).executeTakeFirst()
    const part = edge ? transfers.where('block_number', '<=', edge.block_number) : transfers
    const rows = await part.selectAll().execute()
    const [first] = rows
    if (!first && !known) return true
    const built_to = edge?.block_number ?? null
    const row: Erc20TokenRow = known
      ? { ...known, built_to }
      : uncountedToken(chain, token_address, { first_block: first?.block_number ?? 0, built_to })
    await store.upsertMany(transaction, 'evm_erc20_tokens', { key: ['chain', 'token_address'], rows: [row] })
    await countInto({ store, transaction, chain }, new Map([[bytesKey(token_address), row]]), rows, 1)
    return built_to === null
  })
