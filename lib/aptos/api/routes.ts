import type { Routes } from '#lib/api/route.ts'
import {
  aptosAccountTokens,
  aptosCollection,
  aptosCollectionAttributes,
  aptosCollectionDays,
  aptosCollectionOwners,
  aptosCollections,
  aptosCollectionTokens,
  aptosCreatorCollections,
  aptosToken,
  aptosTokenTransfers,
  collectionNftTransfers,
  creatorNftTransfers,
  nftOwners,
  walletNftTransfers,
} from './nfts.ts'
import { aptosStatus } from './status.ts'

export * from './nfts.ts'
export * from './status.ts'

export const blockByVersion = { method: 'GET', path: '/blocks/by_version/:version' } as const
export const blockByHeight = { method: 'GET', path: '/blocks/:block_height' } as const
export const aptosSearch = { method: 'GET', path: '/aptos/search' } as const
export const aptosTransactions = { method: 'GET', path: '/aptos/transactions', paged: 'cursor' } as const
export const aptosBlocks = { method: 'GET', path: '/aptos/blocks' } as const
export const aptosTransaction = {
  method: 'GET',
  path: '/aptos/transactions/:transaction_hash',
} as const
export const aptosPendingTransaction = {
  method: 'GET',
  path: '/aptos/transactions/:transaction_hash/pending',
} as const
export const aptosAccount = { method: 'GET', path: '/aptos/accounts/:address' } as const
export const aptosAccountTransactions = {
  method: 'GET',
  path: '/aptos/accounts/:address/transactions',
  paged: 'cursor',
} as const

export const aptosAccountResources = { method: 'GET', path: '/aptos/accounts/:address/resources' } as const
export const aptosAccountBalance = { method: 'GET', path: '/aptos/accounts/:address/balance' } as const
export const aptosAccountOverview = { method: 'GET', path: '/aptos/accounts/:address/overview' } as const
export const aptosAccountDelegations = { method: 'GET', path: '/aptos/accounts/:address/delegations' } as const
export const aptosAccountProposals = { method: 'GET', path: '/aptos/accounts/:address/proposals' } as const
export const aptosAccountModules = { method: 'GET', path: '/aptos/accounts/:address/modules' } as const
export const aptosModule = { method: 'GET', path: '/aptos/accounts/:address/modules/:module' } as const
export const aptosSimulation = { method: 'GET', path: '/aptos/simulation' } as const
export const aptosView = { method: 'GET', path: '/aptos/view' } as const
export const aptosName = { method: 'GET', path: '/aptos/names/:name' } as const
export const aptosAccountName = { method: 'GET', path: '/aptos/accounts/:address/name' } as const
export const aptosValidators = { method: 'GET', path: '/aptos/validators' } as const
export const aptosValidatorPools = { method: 'GET', path: '/aptos/validators/pools' } as const
export const aptosGasPrice = { method: 'GET', path: '/aptos/gas-price' } as const

export const aptosAssets = { method: 'GET', path: '/aptos/assets', paged: 'cursor' } as const
export const aptosAsset = { method: 'GET', path: '/aptos/assets/:asset_type' } as const
export const aptosAssetHolders = { method: 'GET', path: '/aptos/assets/:asset_type/holders', paged: 'cursor' } as const
export const aptosAssetTransfers = {
  method: 'GET',
  path: '/aptos/assets/:asset_type/transfers',
  paged: 'cursor',
} as const
export const aptosDigitalAsset = { method: 'GET', path: '/aptos/digital-assets/:address' } as const
export const aptosAssetControl = { method: 'GET', path: '/aptos/assets/:asset_type/control' } as const
export const aptosAssetDays = { method: 'GET', path: '/aptos/assets/:asset_type/days' } as const
export const aptosAccountAssets = { method: 'GET', path: '/aptos/accounts/:address/assets', paged: 'cursor' } as const
export const aptosAccountTransfers = {
  method: 'GET',
  path: '/aptos/accounts/:address/transfers',
  paged: 'cursor',
} as const

export const aptosVersion = { method: 'GET', path: '/aptos/versions/:version' } as const
export const aptosBalanceChanges = { method: 'GET', path: '/aptos/versions/:version/balance-changes' } as const
export const aptosStateChanges = { method: 'GET', path: '/aptos/versions/:version/state-changes' } as const

export const aptosAccountActivity = {
  method: 'GET',
  path: '/aptos/accounts/:address/activity',
  paged: 'cursor',
} as const

export const aptosFunctionTransactions = {
  method: 'GET',
  path: '/aptos/functions/:function/transactions',
  paged: 'cursor',
} as const

export const aptosPackages = { method: 'GET', path: '/aptos/packages', paged: 'cursor' } as const

/** A1–A6 of the interface: paths as a caller writes them after `{aptos_base_url}`. Free of schemas: browsers import this. */
export const aptosRoutes = {
  collectionNftTransfers,
  creatorNftTransfers,
  walletNftTransfers,
  nftOwners,
  blockByVersion,
  blockByHeight,
} as const satisfies Routes

/** Collections, tokens and holdings, for our pages; part of the routes below. */
export const aptosNftExplorerRoutes = {
  aptosCollections,
  aptosCollection,
  aptosCollectionOwners,
  aptosCollectionTokens,
  aptosCollectionAttributes,
  aptosCollectionDays,
  aptosCreatorCollections,
  aptosToken,
  aptosTokenTransfers,
  aptosAccountTokens,
} as const satisfies Routes

/** The state of accounts, for our pages; part of the routes below. */
export const aptosStateRoutes = {
  aptosAccountBalance,
  aptosAccountOverview,
  aptosAccountResources,
  aptosAccountDelegations,
  aptosAccountModules,
  aptosModule,
  aptosView,
} as const satisfies Routes

/** Proposals of multisig accounts, for our pages; part of the routes below. */
export const aptosProposalRoutes = { aptosAccountProposals } as const satisfies Routes

/** Names of accounts, for our pages; part of the routes below. */
export const aptosNameRoutes = { aptosName, aptosAccountName } as const satisfies Routes

/** Validators, their pools and the gas price, for our pages; part of the routes below. */
export const aptosValidatorRoutes = { aptosValidators, aptosValidatorPools, aptosGasPrice } as const satisfies Routes

/** The state of digital assets, for our pages; part of the routes below. */
export const aptosDigitalAssetRoutes = { aptosDigitalAsset } as const satisfies Routes

/** Who may change an asset, for our pages; part of the routes below. */
export const aptosAssetControlRoutes = { aptosAssetControl } as const satisfies Routes

/** Coins and fungible assets, for our pages; part of the routes below. */
export const aptosAssetRoutes = {
  aptosAssets,
  aptosAsset,
  aptosAssetHolders,
  aptosAssetTransfers,
  aptosAssetDays,
  aptosAccountAssets,
  aptosAccountTransfers,
} as const satisfies Routes

/** Transactions and their effects, for our pages; part of the routes below. */
export const aptosTransactionRoutes = { aptosVersion, aptosBalanceChanges, aptosStateChanges } as const satisfies Routes

/** Indexed transactions of accounts and functions, and published packages, for our pages; part of the routes below. */
export const aptosActivityRoutes = {
  aptosAccountActivity,
  aptosFunctionTransactions,
  aptosPackages,
} as const satisfies Routes

/** Endpoints that our pages need besides the interface, under `/api/explorer`. */
export const aptosExplorerRoutes = {
  ...aptosNftExplorerRoutes,
  aptosSearch,
  ...aptosStateRoutes,
  ...aptosProposalRoutes,
  ...aptosNameRoutes,
  ...aptosValidatorRoutes,
  ...aptosAssetRoutes,
  ...aptosTransactionRoutes,
  ...aptosActivityRoutes,
  aptosSimulation,
  ...aptosAssetControlRoutes,
  ...aptosDigitalAssetRoutes,
  aptosStatus,
  aptosBlocks,
  aptosTransactions,
  aptosTransaction,
  aptosPendingTransaction,
  aptosAccount,
  aptosAccountTransactions,
} as const satisfies Routes
