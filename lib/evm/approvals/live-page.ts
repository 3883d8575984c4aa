import type { CallContext } from '#lib/api/endpoint.ts'
import { badParameter } from '#lib/base/errors.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import { balanceBlockHeader, missingBalancesHeader } from '#lib/evm/holdings/balance-contract.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { openCursor, shownPage } from '#lib/evm/query/list-cursor.ts'
import { stateBlockOf } from '#lib/evm/query/state-block.ts'

type StateBlock = Awaited<ReturnType<typeof stateBlockOf>>
type Placed = { blockNumber: number; logIndex: number }
type Live<One> = { approvals: readonly One[]; isWhole: boolean; failedCount: number }

/**
 * A page of the approvals of a wallet that are in force after a block, newest first. The cursor keeps the block of the first page, and
 * the approval shown last. Headers say which block that is, and how many approvals the node did not confirm.
 * @throws invalid_request if the block of the cursor was removed by a reorg
 */
export const livePage = async <One extends Placed>(
  context: EvmQueryContext,
  asked: { route: string; chain: ServedChain; address: string; cursor?: string | undefined; limit: number },
  read: (block: StateBlock) => Promise<Live<One>>,
  call: CallContext | undefined,
): Promise<{ block: StateBlock; shown: One[]; cursor: string | null; limit: number; page: number }> => {
  const { route, chain, address } = asked
  const binding = { route, filters: { chain: chain.id, address } }
  const place = openCursor(context, asked.cursor, binding)
  const { limit, page } = place ?? { limit: asked.limit, page: 1 }
  const coverageThen = await context.coverage(chain)
  const block = await stateBlockOf(context, chain, place ? Number(place.key[0]) : undefined)
  if (place && place.key[1] !== (block.hash ?? null))
    throw badParameter('cursor', 'belongs to a block that was removed by a reorg: start again without it')
  const { approvals, isWhole, failedCount } = await read(block)
  const coverage = coverageThen({ first: 0, last: block.number })
  call?.coveredBy?.({ ...coverage, isComplete: coverage.isComplete && isWhole && failedCount === 0 })
  call?.setHeader?.(balanceBlockHeader, String(block.number))
  if (failedCount > 0) call?.setHeader?.(missingBalancesHeader, `${failedCount}: The node did not answer in time.`)
  const isLast = ({ blockNumber, logIndex }: One) => blockNumber === place?.key[2] && logIndex === place?.key[3]
  const from = place ? approvals.findIndex(isLast) + 1 : 0
  const { shown, cursor } = shownPage(
    context,
    {
      rows: approvals.slice(from, from + limit + 1),
      limit,
      page,
      keyOf: ({ blockNumber, logIndex }) => [block.number, block.hash ?? null, blockNumber, logIndex],
    },
    binding,
  )
  return { block, shown: [...shown], cursor, limit, page }
}
