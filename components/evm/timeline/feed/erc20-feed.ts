import { erc20TransferLine, type TransferLine } from '#components/evm/parts/transfers/transfer-line.ts'
import { erc20InPeriod } from './erc20-period.ts'
import type { FeedKind } from './feed-kind.ts'
import { transferOrder } from './transfer-order.ts'

/** The ERC20 transfers of a wallet. */
export const erc20Feed: FeedKind<TransferLine, 'erc20Transfers'> = {
  ...transferOrder,
  ask: async (client, question, context) => {
    const { rows, cursor } = await erc20InPeriod(client, question, context)
    return { rows: rows.map(erc20TransferLine), cursor }
  },
}
