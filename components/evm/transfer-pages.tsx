'use client'

import { evmExplorerQueries, evmQueries } from './evm-queries.ts'
import { erc20ApprovalLine, erc20BurnLine, erc20TransferLine, nftTransferLine } from './transfer-line.ts'
import { TransferList } from './transfer-list.tsx'
import { boundOf, transferPagesIn } from './transfer-pages-in.tsx'

const transferPages = transferPagesIn(TransferList)

const { pages } = evmQueries

export const Erc20Transfers = transferPages(
  'Transfers',
  pages.erc20Transfers,
  ({ result }) => result.map(erc20TransferLine),
  boundOf,
)
export const Erc20Approvals = transferPages(
  'Approvals',
  pages.erc20Approvals,
  ({ result }) => result.map(erc20ApprovalLine),
  boundOf,
)
export const Erc20Burns = transferPages('Burns', pages.erc20Burns, ({ result }) => result.map(erc20BurnLine), boundOf)
/** Of a whole collection, or of one token of it. */
export const ContractNftTransfers = transferPages(
  'Transfers',
  evmExplorerQueries.pages.evmCollectionTransfers,
  ({ result }) => result.map(nftTransferLine),
  boundOf,
)

export const BlockNftTransfers = transferPages('Transfers', pages.blockNftTransfers, ({ result }) =>
  result.map(nftTransferLine),
)
