import type { Kysely } from 'kysely'
import * as z from 'zod'
import { toHex } from '#lib/base/bytes.ts'
import { type Clock, sleep } from '#lib/base/clock.ts'
import type { Hex } from '#lib/base/hex.ts'
import type { NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'
import { creationRow } from '#lib/evm/chain/stored/creation-row.ts'
import { readIntervals } from '#lib/evm/chain/stored/intervals.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
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

/** An index that is further behind reads history, and will not reach a new block soon. */
const behindMax = 1_000
const waitMs = { total: 30_000, poll: 500 }

/** As `indexedCreation`, for a contract that may be newer than the index: waits until the index has reached block `head`. */
export const creationUpTo = async (
  head: number,
  { db, chain, address }: { db: Kysely<EvmTables>; chain: number; address: Hex },
  clock: Clock,
  signal: AbortSignal,
): Promise<Creation | undefined> => {
  const until = clock.now() + waitMs.total
  for (;;) {
    const newest = (await readIntervals(db, chain)).at(-1)?.last ?? Number.NEGATIVE_INFINITY
    const found = await indexedCreation(db, chain, address)
    const isComing = newest < head && newest >= head - behindMax && clock.now() < until
    if (found || !isComing) return found
    await sleep(clock, waitMs.poll, signal)
  }
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
