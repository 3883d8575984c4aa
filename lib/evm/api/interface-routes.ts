import type { Routes } from '#lib/api/route.ts'
import * as blocks from './interface-routes/blocks.ts'
import * as erc20 from './interface-routes/erc20.ts'
import * as names from './interface-routes/names.ts'
import * as nfts from './interface-routes/nfts.ts'
import * as transactions from './interface-routes/transactions.ts'
import * as walletNftTransfers from './interface-routes/wallet-nft-transfers.ts'
import * as walletTransactions from './interface-routes/wallet-transactions.ts'
import * as wallets from './interface-routes/wallets.ts'

/**
 * Every endpoint of the interface: paths as a caller writes them after `{evm_base_url}`. The routes of each subject are a module of their own, so
 * that a browser loads only those that its page uses.
 */
export const evmRoutes = {
  ...walletTransactions,
  ...wallets,
  ...walletNftTransfers,
  ...nfts,
  ...erc20,
  ...transactions,
  ...blocks,
  ...names,
} as const satisfies Routes

/** `/api/v2.2` is the same API, except that unknown parameters are refused there. */
export const evmPlace = { rewrite: { '/api/v2.2': '/api/v2' }, strict: ['/api/v2.2'] } as const
