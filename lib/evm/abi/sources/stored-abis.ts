import type { Kysely } from 'kysely'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import type { AbiRow } from '#lib/evm/chain/tables/readable-tables.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { batchesOf } from '#lib/store/batches-of.ts'
import type { VerifierAnswer } from './sourcify.ts'

const addressesPerStatement = 500
const dayMs = 24 * 3_600_000
const missMsMax = 30 * dayMs
const failureMsFirst = 60_000
const failureMsMax = dayMs / 4

/** Stored ABIs of these contracts, by address. */
export const storedAbis = async (
  db: Kysely<EvmTables>,
  chain: number,
  addresses: readonly Hex[],
): Promise<Map<Hex, AbiRow>> => {
  const found = new Map<Hex, AbiRow>()
  for (const batch of batchesOf(addresses, addressesPerStatement)) {
    const rows = await db
      .selectFrom('evm_abis')
      .selectAll()
      .where('chain', '=', chain)
      .where('address', 'in', batch.map(toBytes))
      .execute()
    for (const row of rows) found.set(toHex(row.address), row)
  }
  return found
}

/**
 * How long a response is kept: an ABI forever; a missing one for a day, then twice as long each time up to 30 days; a
 * failure for a minute, then longer up to six hours, or as long as the verifier asks.
 */
export const abiRow = (
  chain: number,
  address: Hex,
  answer: VerifierAnswer,
  { previous, now }: { previous: AbiRow | undefined; now: number },
): AbiRow => {
  const row = { chain, address: toBytes(address), abi: null, match: null, checked_at: now, failures: 0 }
  switch (answer.kind) {
    case 'verified':
      return { ...row, abi: answer.abi, match: answer.match, due_at: null }
    case 'not_verified': {
      const wasMissing = previous?.failures === 0
      const previousMs = wasMissing ? (previous.due_at ?? now) - previous.checked_at : 0
      return { ...row, due_at: now + Math.min(missMsMax, Math.max(dayMs, 2 * previousMs)) }
    }
    case 'later': {
      const failures = (previous?.failures ?? 0) + 1
      const growingMs = Math.min(failureMsMax, failureMsFirst * 2 ** Math.min(failures - 1, 20))
      return { ...row, failures, due_at: now + Math.max(growingMs, 1_000 * (answer.retryAfterSeconds ?? 0)) }
    }
  }
}

export const keepAbi = async (db: Kysely<EvmTables>, row: AbiRow): Promise<void> => {
  const { abi, match, checked_at, due_at, failures } = row
  await db
    .insertInto('evm_abis')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['chain', 'address']).doUpdateSet({ abi, match, checked_at, due_at, failures }),
    )
    .execute()
}
