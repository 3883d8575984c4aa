import type { PageRegistry } from '#lib/pages/page-content.ts'
import * as aptosLedger from './aptos-ledger-pages.ts'
import * as aptosNfts from './aptos-nft-pages.ts'
import * as evmChain from './evm-chain-pages.ts'
import * as evmTimelines from './evm-timeline-pages.ts'
import * as evmTokens from './evm-token-pages.ts'
import * as evmTransactions from './evm-transaction-pages.ts'
import * as evmWallets from './evm-wallet-pages.ts'
import * as server from './server-pages.ts'

/** Of every page that shows data: what it asks, and what it says. */
export const pageRegistry: PageRegistry = {
  ...server,
  ...evmChain,
  ...evmTimelines,
  ...evmWallets,
  ...evmTransactions,
  ...evmTokens,
  ...aptosLedger,
  ...aptosNfts,
}
