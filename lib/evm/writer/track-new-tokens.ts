import type { Transaction } from 'kysely'
import { sortableZero } from '#lib/encoding/sortable-integer.ts'
import { bytesKey } from '#lib/evm/decode/erc20-balances.ts'
import type { Erc20TokenRow } from '#lib/evm/erc20-balance-tables.ts'
import { readIntervals } from '#lib/evm/stored/intervals.ts'
import type { EvmTables } from '#lib/evm/tables.ts'
import type { Erc20TransferRow } from '#lib/evm/token-tables.ts'
import type { Store } from '#lib/store/store.ts'

/** Values of one `in (…)`; SQLite takes 32,766. */
const addressesPerStatement = 1_000

/** A token before its first counted transfer. */
export const uncountedToken = (
  chain: number,
  token_address: Uint8Array,
  place: Pick<Erc20TokenRow, 'first_block' | 'built_to'>,
): Erc20TokenRow => ({ chain, ...place, transfers: 0, holders: 0, overdrawn: 0, token_address, supply: sortableZero })

/**
 * Keeps the balances of tokens whose first transfers these are: those of a chain that is indexed from its beginning
 * without a gap. Other tokens are built once their history is complete.
 */
export const trackNewTokens = async (
  store: Store<EvmTables>,
  transaction: Transaction<EvmTables>,
  chain: number,
  firstBlock: number,
  transfers: readonly Erc20TransferRow[],
): Promise<void> => {
  const firstBlocks = new Map<string, number>()
  for (const { token_address, block_number } of transfers) {
    const key = bytesKey(token_address)
    firstBlocks.set(key, Math.min(firstBlocks.get(key) ?? block_number, block_number))
  }
  if (firstBlocks.size === 0 || !(await isWholeBelow(transaction, chain, firstBlock))) return
  const keys = [...firstBlocks.keys()].sort().map((key) => ({ chain, token_address: Buffer.from(key, 'latin1') }))
  const columns = ['token_address'] as const
  const kept = await store.findMany(transaction, 'evm_erc20_tokens', { columns, keys })
  for (const { token_address } of kept) firstBlocks.delete(bytesKey(token_address))
  for (const address of await transferredBefore(transaction, chain, [...firstBlocks.keys()]))
    firstBlocks.delete(bytesKey(address))
  await store.insertMany(
    transaction,
    'evm_erc20_tokens',
    [...firstBlocks].map(([key, first_block]) =>
      uncountedToken(chain, Buffer.from(key, 'latin1'), { first_block, built_to: null }),
    ),
  )
}

/** The genesis block has no logs, so an index from block 1 is whole too. */
const isWholeBelow = async (transaction: Transaction<EvmTables>, chain: number, block: number): Promise<boolean> => {
  if (block <= 1) return true
  const [lowest] = await readIntervals(transaction, chain)
  return lowest !== undefined && lowest.first <= 1 && lowest.last >= block - 1
}

const transferredBefore = async (
  transaction: Transaction<EvmTables>,
  chain: number,
  tokens: readonly string[],
): Promise<Uint8Array[]> => {
  const found: Uint8Array[] = []
  for (let from = 0; from < tokens.length; from += addressesPerStatement) {
    const addresses = tokens.slice(from, from + addressesPerStatement).map((key) => Buffer.from(key, 'latin1'))
    const rows = await transaction
      .selectFrom('evm_contracts')
      .select('address')
      .where('chain', '=', chain)
      .where('address', 'in', addresses)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('evm_erc20_transfers')
            .select('block_number')
            .where('evm_erc20_transfers.chain', '=', chain)
            .whereRef('token_address', '=', 'evm_contracts.address'),
        ),
      )
      .execute()
    found.push(...rows.map(({ address }) => address))
  }
  return found
}
