import type { Kysely } from 'kysely'
import * as z from 'zod'
import { toHex } from '#lib/evm/decode/bytes.ts'
import type { Hex } from '#lib/evm/node/block.ts'
import type { NodePool } from '#lib/evm/node/transport/pool.ts'
import { creationRow } from '#lib/evm/stored/creation-row.ts'
import type { EvmTables } from '#lib/evm/tables.ts'
import type { Creation } from './verify-contract.ts'

/** The indexed transaction that created a contract. */
export const indexedCreation = async (
  db: Kysely<EvmTables>,
  chain: number,
  address: Hex,
): Promise<Creation | undefined> => {
  const row = await creationRow(db, chain, address)
  return row && { hash: toHex(row.hash), input: toHex(row.input) }
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
