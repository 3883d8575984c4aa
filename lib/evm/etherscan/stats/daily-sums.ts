import { ServiceError } from '#lib/base/errors.ts'
import { timestampText } from '#lib/evm/chain/decode/records.ts'
import type { DayRow } from '#lib/evm/chain/tables/tables.ts'
import type { ActionCall } from '#lib/evm/etherscan/kit/action.ts'
import { type EtherscanAnswer, listed } from '#lib/evm/etherscan/kit/answer.ts'
import { requireCovered } from '#lib/evm/etherscan/kit/covered.ts'
import { etherscanFault } from '#lib/evm/etherscan/kit/parameter-forms.ts'
import { resolveBounds } from '#lib/evm/query/coverage/block-bounds.ts'
import { requestedBlocks } from '#lib/evm/query/coverage/requested-blocks.ts'
import { newestBlock } from '#lib/evm/query/newest-block.ts'

const daySeconds = 86_400
const daysMax = 10_000

type Days = { startdate: number; enddate: number; sort: 'asc' | 'desc' }

/** Sums of whole days, each of which has ended and is indexed as a whole. Days without a block have no row. */
export const dailySums = async (
  { startdate, enddate, sort }: Days,
  call: ActionCall,
  fieldsOf: (row: DayRow) => Record<string, string | number>,
): Promise<EtherscanAnswer> => {
  const { context, chain } = call
  const [first, last] = [startdate / daySeconds, enddate / daySeconds]
  if (last < first || last - first >= daysMax) throw etherscanFault('Invalid date range')
  const newest = await newestBlock(context.store.db, chain.id)
  if (!newest || newest.timestamp < enddate + daySeconds)
    throw new ServiceError('not_available', 'Incomplete: the last of these days has not ended in the indexed blocks')
  const dates = { from_date: timestampText(startdate), to_date: timestampText(enddate + daySeconds - 1) }
  const bounds = await resolveBounds(context.store.db, chain.id, dates)
  const asked = requestedBlocks(bounds, dates)
  if (!asked) throw new ServiceError('not_available', 'Incomplete: none of these days is indexed here')
  await requireCovered(call, { first: asked.first, last: asked.last })
  const rows = await context.store.db
    .selectFrom('evm_days')
    .selectAll()
    .where('chain', '=', chain.id)
    .where('day', '>=', first)
    .where('day', '<=', last)
    .orderBy('day', sort)
    .execute()
  return listed(
    rows.map((row) => ({
      UTCDate: timestampText(row.day * daySeconds).slice(0, 10),
      unixTimeStamp: String(row.day * daySeconds),
      ...fieldsOf(row),
    })),
    'No records found',
  )
}

/** Blocks are a whole day's: the first and the last one may be some seconds from its ends. */
export const blockSeconds = ({ block_count }: DayRow): string => (daySeconds / block_count).toFixed(2)
