import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Service } from '#lib/api/endpoint.ts'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import { dayOf } from '#lib/evm/chain/decode/day-sums.ts'
import { timestampText } from '#lib/evm/chain/decode/records.ts'
import { contractKind } from '#lib/evm/chain/stored/contract-kind.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { newestBlock } from '#lib/evm/query/newest-block.ts'
import { reportCoverage } from '#lib/evm/query/report-coverage.ts'
import { countedMax } from '#lib/evm/query/totals.ts'
import { withBlock } from '#lib/evm/query/with-block.ts'
import type { collectionEndpoints } from './collection-contract.ts'

type TransferTable = 'evm_nft_transfers' | 'evm_erc20_transfers'
type Contract = { chain: number; address: Uint8Array; table: TransferTable }

/** Transfers of NFTs are counted up to 100,000 rows of an index; for ERC20 tokens, stored sums are used. */
export const collectionStatisticsQuery =
  ({
    store: { db },
    served,
    now,
    coverage,
  }: EvmQueryContext): Service<typeof collectionEndpoints>['evmCollectionStatistics'] =>
  async (input, call) => {
    const chain = served.resolve(input.chain)
    await reportCoverage(coverage, chain, call, { contracts: [input.address] })
    const address = toBytes(input.address)
    const isCoin = (await contractKind(db, chain.id, address)) === 'ERC20'
    const table = isCoin ? 'evm_erc20_transfers' : 'evm_nft_transfers'
    const contract: Contract = { chain: chain.id, address, table }
    const newest = await newestBlock(db, chain.id)
    const today = dayOf(newest?.timestamp ?? Math.floor(now() / 1_000))
    const [held, first, last, counted] = await Promise.all([
      isCoin ? undefined : countHeld(db, contract),
      edgeTransfer(db, contract, 'asc'),
      edgeTransfer(db, contract, 'desc'),
      isCoin ? keptCounts(db, contract, today - input.days + 1) : countTransfers(db, contract),
    ])
    const tokens = held?.tokens ?? null
    const owners = held?.owners ?? null
    return {
      tokens,
      owners,
      transfers: counted.transfers,
      is_counted: counted.transfers !== null && (isCoin || (tokens !== null && owners !== null)),
      first_transfer: first,
      last_transfer: last,
      days: lastDays(counted, today, input.days),
    }
  }

/** The number of existing tokens and of their owners; null if there are too many to count. */
const countHeld = async (db: Kysely<EvmTables>, { chain, address }: Contract) => {
  const limit = sql`and changed_block >= 0 limit ${countedMax + 1}`
  const single = sql`select owner from evm_nft_tokens
    where chain = ${chain} and token_address = ${address} and owner is not null ${limit}`
  const shared = sql`select owner from evm_nft_balances
    where chain = ${chain} and token_address = ${address} and is_held = 1 ${limit}`
  const { rows } = await sql<{ tokens: number; holdings: number; owners: number }>`
    select
      (select count(*) from (select 1 as one from evm_nft_tokens
        where chain = ${chain} and token_address = ${address} and supply <> '0' limit ${countedMax + 1}) as counted) as tokens,
      (select count(*) from (select * from (${single}) as one union all select * from (${shared}) as many) as held) as holdings,
      (select count(distinct owner) from (select * from (${single}) as one union all select * from (${shared}) as many) as held)
        as owners`.execute(db)
  const { tokens, holdings, owners } = rows[0] ?? { tokens: 0, holdings: 0, owners: 0 }
  return { tokens: tokens > countedMax ? null : tokens, owners: holdings > countedMax ? null : owners }
}

const edgeTransfer = async (db: Kysely<EvmTables>, { chain, address, table }: Contract, direction: 'asc' | 'desc') => {
  const block = withBlock(chain, 't')
  const { rows } = await sql<{ block_number: number; transaction_hash: Uint8Array; block_timestamp: number | null }>`
    select t.block_number, t.transaction_hash, ${block.columns} from (
      select block_number, transaction_hash from ${sql.table(table)}
      where chain = ${chain} and token_address = ${address} order by ${placesIn(table, direction)} limit 1
    ) as t ${block.joins}`.execute(db)
  const [row] = rows
  if (!row || row.block_timestamp === null) return null
  return {
    block_number: String(row.block_number),
    block_timestamp: timestampText(row.block_timestamp),
    transaction_hash: toHex(row.transaction_hash),
  }
}

const placesIn = (table: TransferTable, direction: 'asc' | 'desc'): RawBuilder<unknown> => {
  const columns =
    table === 'evm_nft_transfers' ? ['block_number', 'log_index', 'batch_index'] : ['block_number', 'log_index']
  return sql.join(columns.map((column) => sql`${sql.ref(column)} ${sql.raw(direction)}`))
}

type DayCount = { day: number | null; count: number }

/** `transfers` is null if there are too many to count; `days` then are only the newest ones. */
type Counted = { transfers: number | null; days: readonly DayCount[] }

/** The writer's sums of a token's stored transfers, with days from `firstDay` on. */
const keptCounts = async (db: Kysely<EvmTables>, { chain, address }: Contract, firstDay: number): Promise<Counted> => {
  const token = await db
    .selectFrom('evm_erc20_tokens')
    .select('transfers')
    .where('chain', '=', chain)
    .where('token_address', '=', address)
    .executeTakeFirst()
  const days = await db
    .selectFrom('evm_erc20_days')
    .select(['day', 'transfers as count'])
    .where('chain', '=', chain)
    .where('token_address', '=', address)
    .where('day', '>=', firstDay)
    .execute()
  return { transfers: token?.transfers ?? 0, days }
}

/** The newest transfers by day, up to one more than the limit. */
const countTransfers = async (db: Kysely<EvmTables>, { chain, address, table }: Contract): Promise<Counted> => {
  const { joins } = withBlock(chain, 't')
  const { rows: days } = await sql<DayCount>`
    select coalesce(b.timestamp, h.timestamp) / 86400 as day, cast(sum(t.count) as bigint) as count from (
      select block_number, count(*) as count from (
        select block_number from ${sql.table(table)} where chain = ${chain} and token_address = ${address}
        order by ${placesIn(table, 'desc')} limit ${countedMax + 1}
      ) as places group by block_number
    ) as t ${joins} group by 1`.execute(db)
  const transfers = days.reduce((sum, { count }) => sum + count, 0)
  return { transfers: transfers <= countedMax ? transfers : null, days }
}

/** The latest days, oldest first; if not all transfers were read, without the day where reading stopped and earlier ones. */
const lastDays = ({ transfers, days: counted }: Counted, today: number, days: number) => {
  const counts = new Map(counted.map(({ day, count }) => [day, count]))
  const oldest = Math.min(...counted.flatMap(({ day }) => day ?? []))
  const known = transfers !== null || !Number.isFinite(oldest) ? 0 : oldest + 1
  const first = Math.max(today - days + 1, known)
  return Array.from({ length: Math.max(0, today - first + 1) }, (_, index) => ({
    day: new Date((first + index) * 86_400_000).toISOString().slice(0, 10),
    transfers: counts.get(first + index) ?? 0,
  }))
}
