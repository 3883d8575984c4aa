import type { Routes } from '#lib/api/route.ts'
import * as addresses from './explorer-routes/addresses.ts'
import * as blocks from './explorer-routes/blocks.ts'
import * as chainFacts from './explorer-routes/chain-facts.ts'
import * as chainLists from './explorer-routes/chain-lists.ts'
import * as chains from './explorer-routes/chains.ts'
import * as collectionFacts from './explorer-routes/collection-facts.ts'
import * as collections from './explorer-routes/collections.ts'
import * as contracts from './explorer-routes/contracts.ts'
import * as nfts from './explorer-routes/nfts.ts'
import * as simulations from './explorer-routes/simulations.ts'
import * as tokens from './explorer-routes/tokens.ts'
import * as transactions from './explorer-routes/transactions.ts'
import * as transfers from './explorer-routes/transfers.ts'

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
