'use client'

import { fromEvm } from '#components/evm/parts/evm-queries.ts'
import { OwnTransfers } from '#components/evm/parts/transfers/own-transfers.tsx'
import { erc20TransferList } from '#components/evm/parts/transfers/transfer-list.ts'
import { listView } from '#components/kit/list-view.tsx'

/** The ERC20 transfers of a wallet. */
export const WalletErc20Transfers = listView(erc20TransferList, fromEvm('/api/v2/erc20/transfers').pages, {
  Table: OwnTransfers,
})
