'use client'

import { fromEvm } from '#components/evm/parts/evm-queries.ts'
import { OwnTransfers } from '#components/evm/parts/transfers/own-transfers.tsx'
import { erc20TransferList, nftTransferList } from '#components/evm/parts/transfers/transfer-lists.ts'
import { listView } from '#components/kit/list-view.tsx'
import { erc20Transfers } from '#lib/evm/contract/interface/routes/erc20.ts'
import { walletNftTransfers } from '#lib/evm/contract/interface/routes/nfts.ts'

export const WalletErc20Transfers = listView(erc20TransferList, fromEvm({ erc20Transfers }).pages, {
  Table: OwnTransfers,
})
export const WalletNftTransfers = listView(nftTransferList, fromEvm({ walletNftTransfers }).pages, {
  Table: OwnTransfers,
})
