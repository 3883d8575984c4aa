import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { toBytes32 } from '#lib/aptos/chain/decode/bytes.ts'
import type { AptosTables } from '#lib/aptos/chain/tables.ts'
import { toHex } from '#lib/base/bytes.ts'

/** The newest activities of an account that are searched, and transactions among them that are looked at. */
const activitiesMax = 1_000
const transactionsMax = 20
const contractsMax = 20

/**
 * Accounts that paid in the newest indexed calls of `0x1::vesting::distribute` in which this account received something:
 * vesting contracts, or who is to be checked for being one.
 */
export const distributingContracts = async (
  db: Kysely<AptosTables>,
  chainId: number,
  address: string,
): Promise<string[]> => {
  const account = toBytes32(address)
  const { rows: received } = await sql<{ transaction_version: number }>`
    select distinct transaction_version from (
      select transaction_version, entry_function, event_index from aptos_asset_activities
      where chain_id = ${chainId} and owner_address = ${account}
      order by transaction_version desc, event_index desc limit ${activitiesMax}
    ) as newest
    where entry_function in ('0x1::vesting::distribute', '0x1::vesting::distribute_many') and event_index >= 0
    order by transaction_version desc limit ${transactionsMax}`.execute(db)
  if (received.length === 0) return []
  const versions = received.map(({ transaction_version }) => transaction_version)
  const { rows: payers } = await sql<{ owner_address: Uint8Array }>`
    select distinct owner_address from aptos_asset_activities
    where chain_id = ${chainId} and transaction_version in (${sql.join(versions)}) and event_index >= 0
      and owner_address <> ${account} and event_type like '%Withdraw%'
    order by owner_address limit ${contractsMax}`.execute(db)
  return payers.map(({ owner_address }) => toHex(owner_address))
}
