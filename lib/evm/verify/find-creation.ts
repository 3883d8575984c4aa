import type { Kysely } from 'kysely'
import * as z from 'zod'
import { toBytes, toHex } from '#lib/evm/decode/bytes.ts'
import type { Hex } from '#lib/evm/node/block.ts'
import type { NodePool } from '#lib/evm/node/transport/pool.ts'
import type { EvmTables } from '#lib/evm/tables.ts'
import type { Creation } from './verify-contract.ts'

/**
 * The transaction that created a contract, from the index: the first in which its address takes part. Undefined if another
 * contract created it, or before the indexed blocks.
 */
export const indexedCreation = async (
  db: Kysely<EvmTables>,
  chain: number,
  address: Hex,
): Promise<Creation | undefined> => {
  const first = await db
    .selectFrom('evm_wallet_transactions')
    .select(['block_number', 'transaction_index'])
    .where('chain', '=', chain)
    .where('address', '=', toBytes(address))
    .orderBy('block_number')
    .orderBy('transaction_index')
    .limit(1)
    .executeTakeFirst()
  if (first === undefined) return undefined
  const transaction = await db
    .selectFrom('evm_transactions')
    .select(['hash', 'input', 'contract_address', 'status'])
    .where('chain', '=', chain)
    .where('block_number', '=', first.block_number)
    .where('transaction_index', '=', first.transaction_index)
    .executeTakeFirst()
  const isCreation =
    transaction?.contract_address && transaction.status !== 0 && toHex(transaction.contract_address) === address
  return isCreation ? { hash: toHex(transaction.hash), input: toHex(transaction.input) } : undefined
}

const hex = z
  .string()
  .regex(/^0x([0-9a-f]{2})*$/i)
  .transform((text): Hex => `0x${text.slice(2).toLowerCase()}`)
const sent = z.object({ input: hex }).nullable()
const receipt = z.object({ contractAddress: hex.nullish(), status: z.string().optional() }).nullable()

/** A transaction that is said to have created a contract, from a node; undefined if it did not. */
export const givenCreation = async (
  pool: NodePool,
  hash: Hex,
  address: Hex,
  signal?: AbortSignal,
): Promise<Creation | undefined> => {
  const calls = ['eth_getTransactionByHash', 'eth_getTransactionReceipt'].map((method) => ({ method, params: [hash] }))
  const [transaction, result] = await pool.callMany(calls, { signal })
  const input = sent.safeParse(transaction).data?.input
  const created = receipt.safeParse(result).data
  const isCreation = created?.contractAddress === address && created.status !== '0x0'
  return input !== undefined && isCreation ? { hash, input } : undefined
}
