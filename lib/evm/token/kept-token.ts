import type { Kysely } from 'kysely'
import type { CallContext } from '#lib/api/endpoint.ts'
import { toBytes } from '#lib/base/bytes.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { Erc20TokenRow } from '#lib/evm/chain/tables/erc20-balance-tables.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { reportCoverage } from '#lib/evm/query/coverage/report-coverage.ts'

export type KeptToken = { row: Erc20TokenRow | undefined; status: 'COUNTED' | 'COUNTING' | 'INCOMPLETE' }

/** A token, and whether its balances include every transfer. Reports the coverage of the response. */
export const keptToken = async (
  { store: { db }, coverage }: EvmQueryContext,
  chain: ServedChain,
  address: string,
  call: CallContext | undefined,
): Promise<KeptToken> => {
  const { isComplete } = await reportCoverage(coverage, chain, call, { contracts: [address] })
  const row = await tokenRow(db, chain.id, toBytes(address))
  return { row, status: isComplete ? (row?.built_to === null ? 'COUNTED' : 'COUNTING') : 'INCOMPLETE' }
}

const tokenRow = (
  db: Kysely<EvmTables>,
  chain: number,
  token_address: Uint8Array,
): Promise<Erc20TokenRow | undefined> =>
  db
    .selectFrom('evm_erc20_tokens')
    .selectAll()
    .where('chain', '=', chain)
    .where('token_address', '=', token_address)
    .executeTakeFirst()

/** A percentage truncated to `digits` decimals; null without a supply. */
export const tokenPercentOf = (part: bigint, supply: bigint, digits: number): number | null => {
  const unit = 10 ** digits
  return supply > 0n ? Number((part * BigInt(100 * unit)) / supply) / unit : null
}
