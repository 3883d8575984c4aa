import { type Kysely, sql } from 'kysely'
import type { Service } from '#lib/api/endpoint.ts'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { labelsOn } from '#lib/evm/labels/known-addresses.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { reportCoverage } from '#lib/evm/query/report-coverage.ts'
import { countedMax } from '#lib/evm/query/totals.ts'
import type { ownershipEndpoints } from './collection-contract.ts'

/** The fewest tokens of each group's owners. */
const groupsFrom = [1, 2, 6, 21, 101] as const
const largestShown = 10

/** Reads at most 100,000 holdings, only from the two indexes of a contract's owners. */
export const collectionOwnershipQuery =
  ({
    store: { db },
    served,
    known,
    coverage,
  }: EvmQueryContext): Service<typeof ownershipEndpoints>['evmCollectionOwnership'] =>
  async (input, call) => {
    const chain = served.resolve(input.chain)
    await reportCoverage(coverage, chain, call, { contracts: [input.address] })
    const owners = await ownersOf(db, chain.id, toBytes(input.address))
    if (owners === undefined) return { owners: null, holdings: null, is_counted: false, groups: [], largest: [] }
    const labelOf = labelsOn(known, chain.id)
    return {
      owners: owners.length,
      holdings: owners.reduce((sum, { tokens }) => sum + tokens, 0),
      is_counted: true,
      groups: groupsFrom.map((from, index) => {
        const next = groupsFrom[index + 1]
        const isIn = ({ tokens }: Owner) => tokens >= from && (next === undefined || tokens < next)
        return { from, to: next === undefined ? null : next - 1, owners: owners.filter(isIn).length }
      }),
      largest: owners.slice(0, largestShown).map(({ owner, tokens }) => {
        const address = toHex(owner)
        return { owner: address, owner_label: labelOf(address), tokens }
      }),
    }
  }

type Owner = { owner: Uint8Array; tokens: number }

/** The largest first; undefined if there are too many holdings to count. */
const ownersOf = async (db: Kysely<EvmTables>, chain: number, contract: Uint8Array): Promise<Owner[] | undefined> => {
  // Always true; without it, SQLite would read the index of owners for a contract's tokens.
  const limit = sql`and changed_block >= 0 limit ${countedMax + 1}`
  const { rows } = await sql<Owner>`
    select owner, count(*) as tokens from (
      select * from (select owner from evm_nft_tokens
        where chain = ${chain} and token_address = ${contract} and owner is not null ${limit}) as single
      union all
      select * from (select owner from evm_nft_balances
        where chain = ${chain} and token_address = ${contract} and is_held = 1 ${limit}) as shared
    ) as held group by owner order by count(*) desc, owner`.execute(db)
  const owners = rows.map(({ owner, tokens }) => ({ owner, tokens: Number(tokens) }))
  return owners.reduce((sum, { tokens }) => sum + tokens, 0) > countedMax ? undefined : owners
}
