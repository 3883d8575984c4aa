import { toBytes } from '#lib/base/bytes.ts'
import { unpackedWithdrawals } from '#lib/evm/chain/decode/block-rows.ts'
import type { ActionCall, ActionInput } from '#lib/evm/etherscan/kit/action.ts'
import { type EtherscanAnswer, listed } from '#lib/evm/etherscan/kit/answer.ts'
import { requireCovered } from '#lib/evm/etherscan/kit/covered.ts'
import { spanOf, windowOf } from '#lib/evm/etherscan/kit/list-parameters.ts'
import { bodyCoverage } from '#lib/evm/query/evm-coverage.ts'
import { blockOf } from '#lib/evm/query/key-joins.ts'
import type { addressActions } from './actions.ts'

/** Payments of the beacon chain to an address. A block pays it at least once, so the window's blocks are enough. */
export const listedWithdrawals = async (
  input: ActionInput<(typeof addressActions)['txsBeaconWithdrawal']>,
  call: ActionCall,
): Promise<EtherscanAnswer> => {
  const { context, chain } = call
  const { address } = input
  const { skip, rows: count } = windowOf(input)
  const span = await requireCovered(call, spanOf(input), await bodyCoverage(context, chain))
  const direction = input.sort
  const blocks = await context.store.db
    .selectFrom((from) =>
      from
        .selectFrom('evm_withdrawal_addresses')
        .select('block_number')
        .where('chain', '=', chain.id)
        .where('address', '=', toBytes(address))
        .where('block_number', '>=', span.first)
        .where('block_number', '<=', span.last)
        .orderBy('block_number', direction)
        .limit(skip + count)
        .as('page'),
    )
    .innerJoin('evm_withdrawals as w', (join) =>
      join.on('w.chain', '=', chain.id).onRef('w.block_number', '=', 'page.block_number'),
    )
    .innerJoin('evm_blocks as b', (join) => join.on(blockOf(chain.id, 'page')))
    .select(['w.block_number', 'w.packed', 'b.timestamp'])
    .orderBy('page.block_number', direction)
    .execute()
  const rows = blocks.flatMap(({ block_number, packed, timestamp }) => {
    const own = unpackedWithdrawals(packed).filter((one) => one.address === address)
    return (direction === 'asc' ? own : own.reverse()).map(({ index, validatorIndex, amount }) => ({
      withdrawalIndex: String(index),
      validatorIndex: String(validatorIndex),
      address,
      amount: String(amount),
      blockNumber: String(block_number),
      timestamp: String(timestamp),
    }))
  })
  return listed(rows.slice(skip, skip + count))
}
