'use client'

import { fromEvm } from '#components/evm/parts/evm-queries.ts'
import { nftTransferList } from '#components/evm/parts/transfers/nft-transfer-list.ts'
import { OwnTransfers } from '#components/evm/parts/transfers/own-transfers.tsx'
import { listView } from '#components/kit/list-view.tsx'

/** The NFT transfers of a wallet. */
export const WalletNftTransfers = listView(nftTransferList, fromEvm('/api/v2/:address/nft/transfers').pages, {
  Table: OwnTransfers,
})
