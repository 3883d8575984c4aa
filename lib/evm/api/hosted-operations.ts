import type { UnservedOperation } from '#lib/api/serve/serve.ts'

type Operation = Omit<UnservedOperation, 'reason'> & Partial<Pick<UnservedOperation, 'reason'>>

const get = (path: string, reason?: string): Operation => ({ method: 'GET', path: `/api/v2${path}`, reason })
const put = (path: string): Operation => ({ method: 'PUT', path: `/api/v2${path}` })
const post = (path: string, reason?: string): Operation => ({ method: 'POST', path: `/api/v2${path}`, reason })

const sales = 'it needs the sales of NFT markets'
const profits = 'it needs the prices of all past trades'
const positions = 'it needs the rules of each DeFi protocol'
const market = 'it needs market data of all exchanges'
const domains = 'Unstoppable Domains are not read'

/**
 * The operations of the hosted service for EVM chains, by the names that its SDKs have for them (2.22.5 and 2.27.2). Those with a
 * reason have no endpoint here, and their paths say so; tests/sdk/served-operations.test.ts holds both halves.
 */
export const hostedOperations: Readonly<Record<string, Operation>> = {
  getWalletNFTTransfers: get('/:address/nft/transfers'),
  getWalletNFTs: get('/:address/nft'),
  getContractNFTs: get('/nft/:address'),
  getNFTOwners: get('/nft/:address/owners'),
  getNFTMetadata: get('/nft/:address/:token_id'),
  getNFTTransfersByBlock: get('/block/:block_number_or_hash/nft/transfers'),
  searchNFTs: get('/nft/search'),
  getNFTContractMetadata: get('/nft/:address/metadata'),
  getNFTContractTransfers: get('/nft/:address/transfers'),
  getNFTTransfers: get('/nft/:address/:token_id/transfers'),
  getNFTTransfersFromToBlock: get('/nft/transfers'),
  getNFTTokenIdOwners: get('/nft/:address/:token_id/owners'),
  getMultipleNFTs: post('/nft/getMultipleNFTs'),
  getWalletNFTCollections: get('/:address/nft/collections'),
  reSyncMetadata: get('/nft/:address/:token_id/metadata/resync'),
  syncNFTContract: put('/nft/:address/sync'),
  getNFTCollectionStats: get('/nft/:address/stats'),
  getNFTTokenStats: get('/nft/:address/:token_id/stats'),
  getNFTTrades: get('/nft/:address/trades', sales),
  getNFTTradesByToken: get('/nft/:address/:token_id/trades', sales),
  getNFTLowestPrice: get('/nft/:address/lowestprice', sales),
  getNFTContractSalePrices: get('/nft/:address/price', sales),
  getNFTSalePrices: get('/nft/:address/:token_id/price', sales),

  getWalletTransactions: get('/:address'),
  getWalletTransactionsVerbose: get('/:address/verbose'),
  getTransaction: get('/transaction/:transaction_hash'),
  getTransactionVerbose: get('/transaction/:transaction_hash/verbose'),
  getInternalTransactions: get('/transaction/:transaction_hash/internal-transactions'),

  getBlock: get('/block/:block_number_or_hash'),
  getDateToBlock: get('/dateToBlock'),
  getBlockStats: get('/block/:block_number_or_hash/stats'),

  getContractLogs: get('/:address/logs'),
  getContractEvents: post('/:address/events'),
  runContractFunction: post('/:address/function'),

  getErc20Transfers: get('/erc20/transfers'),
  getErc20Approvals: get('/erc20/approvals'),
  getErc20Burns: get('/erc20/burns'),
  getErc20Mints: get('/erc20/mints'),
  getTokenMetadata: get('/erc20/metadata'),
  getTokenMetadataBySymbol: get('/erc20/metadata/symbols'),
  getTokenStats: get('/erc20/:address/stats'),
  getTokenPrice: get('/erc20/:address/price'),
  getMultipleTokenPrices: post('/erc20/prices'),
  getTokenTransfers: get('/erc20/:address/transfers'),
  getTokenAllowance: get('/erc20/:address/allowance'),
  getTokenOwners: get('/erc20/:token_address/owners'),
  getWalletTokenBalances: get('/:address/erc20'),
  getWalletTokenTransfers: get('/:address/erc20/transfers'),
  getTopProfitableWalletPerToken: get('/erc20/:address/top-gainers', profits),

  getNativeBalance: get('/:address/balance'),
  getNativeBalancesForAddresses: get('/wallets/balances'),
  getWalletHistory: get('/wallets/:address/history'),
  getWalletTokenBalancesPrice: get('/wallets/:address/tokens'),
  getWalletStats: get('/wallets/:address/stats'),
  getWalletActiveChains: get('/wallets/:address/chains'),
  getWalletNetWorth: get('/wallets/:address/net-worth'),
  getWalletProfitability: get('/wallets/:address/profitability', profits),
  getWalletProfitabilitySummary: get('/wallets/:address/profitability/summary', profits),
  getDefiSummary: get('/wallets/:address/defi/summary', positions),
  getDefiPositionsSummary: get('/wallets/:address/defi/positions', positions),
  getDefiPositionsByProtocol: get('/wallets/:address/defi/:protocol/positions', positions),

  getPairAddress: get('/:token0_address/:token1_address/pairAddress'),
  getPairReserves: get('/:pair_address/reserves'),
  getPairPrice: get('/:token0_address/:token1_address/price'),

  resolveAddress: get('/resolve/:address/reverse'),
  resolveENSDomain: get('/resolve/ens/:domain'),
  resolveDomain: get('/resolve/:domain', domains),
  resolveAddressToDomain: get('/resolve/:address/domain', domains),

  web3ApiVersion: get('/web3/version'),
  endpointWeights: get('/info/endpointWeights'),

  getTopERC20TokensByMarketCap: get('/market-data/erc20s/top-tokens', market),
  getTopERC20TokensByPriceMovers: get('/market-data/erc20s/top-movers', market),
  getTopNFTCollectionsByMarketCap: get('/market-data/nfts/top-collections', market),
  getHottestNFTCollectionsByTradingVolume: get('/market-data/nfts/hottest-collections', market),
  getTopCryptoCurrenciesByMarketCap: get('/market-data/global/market-cap', market),
  getTopCryptoCurrenciesByTradingVolume: get('/market-data/global/volume', market),

  reviewContracts: post('/contracts-review', 'operators mark spam in lists of their own'),
  uploadFolder: post('/ipfs/uploadFolder', 'files are not stored for others'),
}

export const unservedOperations: Readonly<Record<string, UnservedOperation>> = Object.fromEntries(
  Object.entries(hostedOperations).flatMap(([name, { reason, ...route }]) =>
    reason === undefined ? [] : [[name, { ...route, reason }]],
  ),
)
