'use client'

import { fromEvm } from '#components/evm/parts/evm-queries.ts'
import { OwnTransfers } from '#components/evm/parts/transfers/own-transfers.tsx'
import { erc20TransferList } from '#components/evm/parts/transfers/transfer-list.ts'
import { listView } from '#components/kit/list-view.tsx'
import { erc20Transfers } from '#lib/evm/api/interface-routes/erc20.ts'

/** The ERC20 transfers of a wallet. */
export const WalletErc20Transfers = listView(erc20TransferList, fromEvm({ erc20Transfers }).pages, {
  Table: OwnTransfers,
})
