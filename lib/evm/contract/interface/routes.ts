import type { Routes } from '#lib/api/route.ts'
import * as blocks from './routes/blocks.ts'
import * as erc20 from './routes/erc20.ts'
import * as names from './routes/names.ts'
import * as nfts from './routes/nfts.ts'
import * as transactions from './routes/transactions.ts'
import * as walletNftTransfers from './routes/wallet-nft-transfers.ts'
import * as walletTransactions from './routes/wallet-transactions.ts'
import * as wallets from './routes/wallets.ts'

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
