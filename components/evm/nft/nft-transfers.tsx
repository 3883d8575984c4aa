'use client'

import { fromEvm } from '#components/evm/parts/evm-queries.ts'
import { nftTransferList } from '#components/evm/parts/transfers/nft-transfer-list.ts'
import { OwnTransfers } from '#components/evm/parts/transfers/own-transfers.tsx'
import { listView } from '#components/kit/list-view.tsx'
import { walletNftTransfers } from '#lib/evm/api/interface-routes/wallet-nft-transfers.ts'

/** The NFT transfers of a wallet. */
export const WalletNftTransfers = listView(nftTransferList, fromEvm({ walletNftTransfers }).pages, {
  Table: OwnTransfers,
})
