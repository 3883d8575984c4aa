import { type ListedTransfers, updateFanout } from '#lib/evm/chain/fanout/update-lists.ts'
import type { WriteContext } from '#lib/evm/chain/stored/blocks-of-transfers.ts'
import { countErc20Transfers } from './count-erc20-transfers.ts'
import { countNftTransfers } from './count-nft-transfers.ts'

/**
 * Updates what is derived from transfers, which the caller stores (`sign` 1) or deletes (-1) in this transaction: tokens,
 * collections, days, balances, and the lists of their addresses. See `countErc20Transfers` for `keepsNew`.
 */
export const countStoredTransfers = async (
  context: WriteContext,
  transfers: ListedTransfers,
  { sign, keepsNew }: { sign: 1 | -1; keepsNew?: boolean | undefined },
): Promise<void> => {
  const { store, transaction, chain } = context
  await updateFanout(context, transfers, sign)
  await countErc20Transfers(store, transaction, chain, transfers.erc20Transfers, { sign, keepsNew })
  await countNftTransfers(store, transaction, chain, transfers.nftTransfers, sign)
}
