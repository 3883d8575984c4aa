import type { Routes } from '#lib/api/route.ts'
import * as addresses from './routes/addresses.ts'
import * as blocks from './routes/blocks.ts'
import * as chainFacts from './routes/chain-facts.ts'
import * as chainLists from './routes/chain-lists.ts'
import * as chains from './routes/chains.ts'
import * as collectionFacts from './routes/collection-facts.ts'
import * as collections from './routes/collections.ts'
import * as contracts from './routes/contracts.ts'
import * as nfts from './routes/nfts.ts'
import * as simulations from './routes/simulations.ts'
import * as tokens from './routes/tokens.ts'
import * as transactions from './routes/transactions.ts'
import * as transfers from './routes/transfers.ts'

/**
 * Endpoints that our pages need besides the interface, under `/api/explorer`. The routes of each subject are a module of their own, so that a
 * browser loads only those that its page uses.
 */
export const evmExplorerRoutes = {
  ...chains,
  ...chainFacts,
  ...blocks,
  ...chainLists,
  ...transactions,
  ...transfers,
  ...simulations,
  ...addresses,
  ...contracts,
  ...collectionFacts,
  ...collections,
  ...tokens,
  ...nfts,
} as const satisfies Routes
