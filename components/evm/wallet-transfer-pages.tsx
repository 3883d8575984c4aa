'use client'

import { FoldedTransferList } from './alike/folded-transfer-list.tsx'
import { evmQueries } from './evm-queries.ts'
import { erc20TransferLine, nftTransferLine } from './transfer-line.ts'
import { boundOf, transferPagesIn } from './transfer-pages-in.tsx'

const transferPages = transferPagesIn(FoldedTransferList)
const { pages } = evmQueries

export const WalletErc20Transfers = transferPages(
  'Transfers',
  pages.erc20Transfers,
  ({ result }) => result.map(erc20TransferLine),
  boundOf,
)
export const WalletNftTransfers = transferPages(
  'Transfers',
  pages.walletNftTransfers,
  ({ result }) => result.map(nftTransferLine),
  boundOf,
)
