import { sql } from 'kysely'
import { ServiceError } from '#lib/base/errors.ts'
import { timestampText } from '#lib/evm/chain/decode/records.ts'
import type { DayRow } from '#lib/evm/chain/tables/tables.ts'
import type { ActionCall } from '#lib/evm/etherscan/kit/action.ts'
import { type EtherscanAnswer, listed } from '#lib/evm/etherscan/kit/answer.ts'
import { requireCovered } from '#lib/evm/etherscan/kit/covered.ts'
import { etherscanFault } from '#lib/evm/etherscan/kit/parameter-forms.ts'
import { requestedBlocks, resolveBounds } from '#lib/evm/query/block-bounds.ts'
import { newestBlock } from '#lib/evm/query/newest-block.ts'

const daySeconds = 86_400
const daysMax = 10_000
/** Days whose blocks one answer reads: some hundred thousand. */
const readDaysMax = 31

type Days = { startdate: number; enddate: number; sort: 'asc' | 'desc' }

/** Whole days, each of which has ended and is indexed as a whole. @throws not_available for others */
const requireDays = async (
  { startdate, enddate }: Days,
  call: ActionCall,
  countMax: number,
): Promise<{ first: number; last: number }> => {
  const { context, chain } = call
  const [first, last] = [startdate / daySeconds, enddate / daySeconds]
  if (last < first || last - first >= countMax) throw etherscanFault(`Invalid date range: at most ${countMax} days`)
  const newest = await newestBlock(context.store.db, chain.id)
  if (!newest || newest.timestamp < enddate + daySeconds)
    throw new ServiceError('not_available', 'Incomplete: the last of these days has not ended in the indexed blocks')
  const dates = { from_date: timestampText(startdate), to_date: timestampText(enddate + daySeconds - 1) }
  const bounds = await resolveBounds(context.store.db, chain.id, dates)
  const asked = requestedBlocks(bounds, dates)
  if (!asked) throw new ServiceError('not_available', 'Incomplete: none of these days is indexed here')
  await requireCovered(call, { first: asked.first, last: asked.last })
  return { first, last }
}

type Fields = Record<string, string | number>

/** Sums of days. Days without a block have no row. */
export const dailySums = async (
  days: Days,
  call: ActionCall,
  fieldsOf: (row: DayRow) => Fields,
): Promise<EtherscanAnswer> => {
  const { context, chain } = call
  const { first, last } = await requireDays(days, call, daysMax)
  const rows = await context.store.db
    .selectFrom('evm_days')
    .selectAll()
    .where('chain', '=', chain.id)
    .where('day', '>=', first)
    .where('day', '<=', last)
    .orderBy('day', days.sort)
    .execute()
  return listed(
    rows.map((row) => ({ ...dayFields(row.day), ...fieldsOf(row) })),
    'No records found',
  )
}

const dayFields = (day: number): Fields => ({
  UTCDate: timestampText(day * daySeconds).slice(0, 10),
  unixTimeStamp: String(day * daySeconds),
})

/** Sums over the blocks of a day. */
export type BlockSums = { blocks: number; sized: number; size: number; gasUsed: number; gasLimit: number }

/** The same of what only blocks have: every block of the days is read. */
export const dailyBlockSums = async (
  days: Days,
  call: ActionCall,
  fieldsOf: (sums: BlockSums) => Fields,
): Promise<EtherscanAnswer> => {
  const { first, last } = await requireDays(days, call, readDaysMax)
  const { rows } = await sql<{ day: number } & BlockSums>`
    select timestamp / ${sql.lit(daySeconds)} as day, count(*) as blocks, count(size) as sized, sum(size) as size,
      sum(cast(gas_used as bigint)) as "gasUsed", sum(cast(nullif(gas_limit, '') as bigint)) as "gasLimit"
    from evm_blocks
    where chain = ${call.chain.id} and timestamp >= ${first * daySeconds} and timestamp < ${(last + 1) * daySeconds}
    group by timestamp / ${sql.lit(daySeconds)} order by 1 ${sql.raw(days.sort)}`.execute(call.context.store.db)
  return listed(
    rows.map(({ day, blocks, sized, size, gasUsed, gasLimit }) => ({
      ...dayFields(Number(day)),
      ...fieldsOf({
        ...{ blocks: Number(blocks), sized: Number(sized), size: Number(size) },
        ...{ gasUsed: Number(gasUsed), gasLimit: Number(gasLimit) },
      }),
    })),
    'No records found',
  )
}

/** Blocks are a whole day's: the first and the last one may be some seconds from its ends. */
export const blockSeconds = ({ block_count }: DayRow): string => (daySeconds / block_count).toFixed(2)
