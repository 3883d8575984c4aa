import { sql } from 'kysely'
import type { Store } from '#lib/store/store.ts'
import { chainName } from './indexed-ledgers.ts'

/** Things of the two ledgers that a store knows, to ask about; and a wallet that it knows nothing of. */
export const readThings = async (store: Store<unknown>) => {
  const { db } = store
  const hexOf = async (table: string, column: string, where = sql`1 = 1`): Promise<string> => {
    const { rows } = await sql<{ value: Uint8Array }>`select ${sql.ref(column)} as value from ${sql.table(table)}
      where ${where} limit 1`.execute(db)
    return Buffer.from(rows[0]?.value ?? []).toString('hex')
  }
  const { rows } = await sql<{ token_id: string; address: Uint8Array; block: number }>`
    select token_id, token_address as address, changed_block as block from evm_nft_tokens where standard = 721 limit 1`.execute(
    db,
  )
  return {
    nobody: `0x${'1234567890'.repeat(4)}`,
    wallet: `0x${await hexOf('evm_transactions', 'from_address')}`,
    transaction: `0x${await hexOf('evm_transactions', 'hash')}`,
    collection: `0x${Buffer.from(rows[0]?.address ?? []).toString('hex')}`,
    tokenId: rows[0]?.token_id ?? '0',
    nftBlock: String(rows[0]?.block ?? 0),
    coin: `0x${await hexOf('evm_erc20_transfers', 'token_address')}`,
    aptosNobody: `0x${'12'.repeat(32)}`,
    aptosWallet: `0x${await hexOf('aptos_token_ownerships', 'owner_address')}`,
    aptosCollection: await hexOf('aptos_collections', 'collection_data_id_hash'),
    aptosCreator: `0x${await hexOf('aptos_collections', 'creator_address')}`,
    aptosToken: await hexOf('aptos_token_ownerships', 'token_data_id_hash'),
  }
}

export type Things = Awaited<ReturnType<typeof readThings>>

/** Every list of the four contracts whose completeness depends on an index, by the endpoint's name. */
export const listPaths = (things: Things): Record<string, string[]> => {
  const at = (path: string, query = '') => `${path}?chain=${chainName}${query}`
  const { nobody, wallet, collection, tokenId, coin } = things
  const evm = '/api/explorer/evm'
  const aptos = '/api/aptos'
  const aptosExplorer = '/api/explorer/aptos'
  return {
    walletNftTransfers: [at(`/api/v2/${wallet}/nft/transfers`), at(`/api/v2/${nobody}/nft/transfers`)],
    walletTransactionsVerbose: [at(`/api/v2/${wallet}/verbose`), at(`/api/v2/${nobody}/verbose`)],
    walletTransactions: [
      at(`/api/v2/${wallet}`, '&disable_total=false'),
      at(`/api/v2/${nobody}`, '&disable_total=false'),
      at(`/api/v2/${nobody}`, '&from_date=2000-01-01'),
    ],
    contractNfts: [at(`/api/v2/nft/${collection}`), at(`/api/v2/nft/${nobody}`)],
    contractNftOwners: [at(`/api/v2/nft/${collection}/owners`), at(`/api/v2/nft/${nobody}/owners`)],
    erc20Burns: [at('/api/v2/erc20/burns'), at('/api/v2/erc20/burns', `&contract_addresses=${coin}`)],
    erc20Transfers: [at('/api/v2/erc20/transfers'), at('/api/v2/erc20/transfers', `&wallet_addresses=${nobody}`)],
    erc20Approvals: [at('/api/v2/erc20/approvals'), at('/api/v2/erc20/approvals', `&contract_addresses=${coin}`)],
    walletNfts: [
      at(`/api/v2/${wallet}/nft`),
      at(`/api/v2/${nobody}/nft`),
      at(`/api/v2/${wallet}/nft`, `&token_addresses=${collection}`),
    ],
    searchNfts: [
      at('/api/v2/nft/search', '&q=lantern'),
      at('/api/v2/nft/search', `&q=lantern&addresses=${collection}`),
    ],
    contractNftTransfers: [at(`/api/v2/nft/${collection}/transfers`), at(`/api/v2/nft/${nobody}/transfers`)],
    tokenNftTransfers: [at(`/api/v2/nft/${collection}/${tokenId}/transfers`)],
    chainNftTransfers: [at('/api/v2/nft/transfers'), at('/api/v2/nft/transfers', '&from_date=2000-01-01')],
    nftTokenOwners: [at(`/api/v2/nft/${collection}/${tokenId}/owners`)],
    walletNftCollections: [at(`/api/v2/${wallet}/nft/collections`), at(`/api/v2/${nobody}/nft/collections`)],
    nftContractMetadata: [at(`/api/v2/nft/${collection}/metadata`)],
    nftCollectionStats: [at(`/api/v2/nft/${collection}/stats`), at(`/api/v2/nft/${nobody}/stats`)],
    nftTokenStats: [at(`/api/v2/nft/${collection}/${tokenId}/stats`)],
    tokenStats: [at(`/api/v2/erc20/${coin}/stats`)],
    tokenMetadataBySymbol: [at('/api/v2/erc20/metadata/symbols', '&symbols=XYZ')],
    walletStats: [at(`/api/v2/wallets/${wallet}/stats`), at(`/api/v2/wallets/${nobody}/stats`)],
    erc20Mints: [at('/api/v2/erc20/mints'), at('/api/v2/erc20/mints', `&contract_addresses=${coin}`)],
    nftMetadata: [at(`/api/v2/nft/${collection}/${tokenId}`)],
    walletTokenBalances: [at(`/api/v2/${wallet}/erc20`)],
    walletTokens: [at(`/api/v2/wallets/${wallet}/tokens`), at(`/api/v2/wallets/${nobody}/tokens`)],
    walletTokenTransfers: [at(`/api/v2/${wallet}/erc20/transfers`), at(`/api/v2/${nobody}/erc20/transfers`)],
    tokenTransfers: [at(`/api/v2/erc20/${coin}/transfers`), at(`/api/v2/erc20/${nobody}/transfers`)],
    walletApprovals: [at(`/api/v2/wallets/${wallet}/approvals`), at(`/api/v2/wallets/${nobody}/approvals`)],
    walletHistory: [at(`/api/v2/wallets/${wallet}/history`), at(`/api/v2/wallets/${nobody}/history`)],
    evmApprovals: [at(`${evm}/addresses/${wallet}/approvals`), at(`${evm}/addresses/${nobody}/approvals`)],
    evmInternalTransfers: [at(`${evm}/addresses/${wallet}/internal`), at(`${evm}/addresses/${nobody}/internal`)],
    evmAddressUserOperations: [at(`${evm}/addresses/${nobody}/user-operations`, '&blocks=indexed')],
    evmLogs: [at(`${evm}/logs`, '&blocks=indexed'), at(`${evm}/logs`, `&blocks=indexed&address=${nobody}`)],
    evmBalanceHistory: [
      at(`${evm}/addresses/${wallet}/balance-history`),
      at(`${evm}/addresses/${wallet}/balance-history`, `&token=${coin}`),
    ],
    evmHoldings: [at(`${evm}/addresses/${wallet}/holdings`)],
    evmTokens: [at(`${evm}/tokens`), at(`${evm}/tokens`, '&sort=holders')],
    evmNftCollections: [at(`${evm}/nft-collections`), at(`${evm}/nft-collections`, '&sort=owners')],
    evmToken: [at(`${evm}/tokens/${coin}`)],
    evmTokenHolders: [at(`${evm}/tokens/${coin}/holders`)],
    evmBlocks: [at(`${evm}/blocks`)],
    evmWithdrawals: [at(`${evm}/withdrawals`)],
    evmBlobTransactions: [at(`${evm}/blob-transactions`)],
    evmUncles: [at(`${evm}/uncles`)],
    evmContracts: [at(`${evm}/contracts`)],
    evmChainInternalTransfers: [at(`${evm}/internal-transfers`)],
    evmTransactions: [at(`${evm}/transactions`)],
    evmErc20Transfers: [at(`${evm}/erc20-transfers`, `&wallet_addresses=${nobody}`)],
    evmNftTransfers: [at(`${evm}/nft-transfers`, `&contract_addresses=${collection}`)],
    evmTaxRows: [
      `${evm}/addresses/${wallet}/tax?chains=${chainName}`,
      `${evm}/addresses/${nobody}/tax?chains=${chainName}`,
    ],
    evmTaxKoinly: [`${evm}/addresses/${wallet}/tax/koinly?chains=${chainName}`],
    evmTaxCointracking: [`${evm}/addresses/${wallet}/tax/cointracking?chains=${chainName}`],
    evmActivity: [at(`${evm}/activity`, '&days=366'), at(`${evm}/activity`, `&days=366&address=${nobody}`)],
    evmSearch: [at(`${evm}/search`, '&q=lantern')],
    evmCollectionStatistics: [at(`${evm}/collections/${collection}/statistics`)],
    evmCollectionTransfers: [at(`${evm}/collections/${collection}/transfers`)],
    evmCollectionOwnership: [at(`${evm}/collections/${collection}/ownership`)],
    evmNftOwners: [at(`${evm}/nfts/${collection}/${tokenId}/owners`)],
    evmSenderNeighbours: [at(`${evm}/transactions/${things.transaction}/neighbours`)],
    aptosCollectionTransfers: [`${aptos}/nfts/transfers/collections/${things.aptosCollection}?limit=10`],
    aptosCreatorTransfers: [`${aptos}/nfts/transfers/creators?limit=10&creator_addresses=${things.aptosCreator}`],
    aptosWalletTransfers: [`${aptos}/wallets/nfts/transfers?limit=10&wallet_addresses=${things.aptosNobody}`],
    aptosNftOwners: [`${aptos}/nfts/owners?limit=10&token_ids=${things.aptosToken}`],
    aptosCollection: [`${aptosExplorer}/collections/${things.aptosCollection}`],
    aptosFunctionTransactions: [`${aptosExplorer}/functions/0x1::aptos_account::transfer/transactions`],
    aptosPackages: [`${aptosExplorer}/packages`],
    aptosCollections: [`${aptosExplorer}/collections`],
    aptosAssets: [`${aptosExplorer}/assets`],
    aptosSearch: [`${aptosExplorer}/search?q=lantern`],
    aptosCollectionTokens: [`${aptosExplorer}/collections/${things.aptosCollection}/tokens`],
    aptosCollectionAttributes: [`${aptosExplorer}/collections/${things.aptosCollection}/attributes`],
    aptosCollectionOwners: [`${aptosExplorer}/collections/${things.aptosCollection}/owners`],
    aptosCreatorCollections: [`${aptosExplorer}/creators/${things.aptosNobody}/collections`],
    aptosAsset: [`${aptosExplorer}/assets/0xa`],
    aptosAssetHolders: [`${aptosExplorer}/assets/0xa/holders`],
    aptosAssetTransfers: [`${aptosExplorer}/assets/0xa/transfers`],
    aptosAccountAssets: [`${aptosExplorer}/accounts/${things.aptosNobody}/assets`],
    aptosAccountTransfers: [`${aptosExplorer}/accounts/${things.aptosNobody}/transfers`],
    aptosAccountActivity: [
      `${aptosExplorer}/accounts/${things.aptosNobody}/activity`,
      `${aptosExplorer}/accounts/${things.aptosNobody}/activity?kind=received`,
    ],
    aptosAccountTokens: [`${aptosExplorer}/accounts/${things.aptosNobody}/tokens`],
    aptosTokenTransfers: [`${aptosExplorer}/tokens/${things.aptosToken}/transfers`],
  }
}

/** Every page whose text tells of an index, with things that it knows and things that it does not. */
export const pageAddresses = (things: Things): Record<string, string[]> => {
  const { nobody, wallet, collection, tokenId, coin } = things
  const tabs = (tab: string) => [wallet, nobody].map((address) => `/${chainName}/address/${address}${tab}`)
  return {
    chain: [`/${chainName}`],
    home: ['/'],
    status: ['/status'],
    wallet: tabs(''),
    walletTransactions: tabs('/transactions'),
    walletNfts: tabs('/nfts'),
    walletNftTransfers: tabs('/nft-transfers'),
    walletContract: tabs('/contract'),
    walletEvents: tabs('/events'),
    walletErc20: tabs('/erc20'),
    walletInternal: tabs('/internal'),
    walletUserOperations: tabs('/user-operations'),
    walletBurns: tabs('/burns'),
    walletApprovals: tabs('/approvals'),
    timeline: [`/wallet/${wallet}`, `/wallet/${nobody}`],
    timelineErc20: [`/wallet/${nobody}/erc20`],
    timelineNfts: [`/wallet/${nobody}/nft-transfers`],
    timelineInternal: [`/wallet/${nobody}/internal`],
    token: [`/${chainName}/token/${collection}`, `/${chainName}/token/${coin}`, `/${chainName}/token/${nobody}`],
    tokenOwners: [`/${chainName}/token/${collection}/owners`],
    tokenTraits: [`/${chainName}/token/${collection}/traits`],
    tokenTransfers: [`/${chainName}/token/${collection}/transfers`],
    nft: [`/${chainName}/nft/${collection}/${tokenId}`],
    nfts: [`/${chainName}/nft`],
    nftSearch: [`/${chainName}/nft/search?q=lantern`, `/${chainName}/nft/search?q=xyzzy`],
    events: [`/${chainName}/events`, `/${chainName}/events?address=${nobody}`],
    erc20Transfers: [`/${chainName}/erc20/transfers`],
    erc20Burns: [`/${chainName}/erc20/burns?contract_addresses=${nobody}`],
    erc20Approvals: [`/${chainName}/erc20/approvals`],
    search: ['/search?q=lantern'],
    aptos: ['/aptos'],
    aptosAccount: [`/aptos/account/${things.aptosNobody}?show=received`],
    aptosAccountNfts: [things.aptosWallet, things.aptosNobody].map((address) => `/aptos/account/${address}/nfts`),
    aptosAccountNftTransfers: [`/aptos/account/${things.aptosNobody}/nft-transfers`],
    aptosAccountAssets: [`/aptos/account/${things.aptosNobody}/assets`],
    aptosAccountTransfers: [`/aptos/account/${things.aptosNobody}/transfers`],
    aptosAsset: ['/aptos/asset/0xa'],
    aptosAssetHolders: ['/aptos/asset/0xa/holders'],
    aptosCollection: [`/aptos/collection/${things.aptosCollection}`],
    aptosCollectionTokens: [`/aptos/collection/${things.aptosCollection}/tokens`],
    aptosCollectionTraits: [`/aptos/collection/${things.aptosCollection}/traits`],
    aptosCollectionOwners: [`/aptos/collection/${things.aptosCollection}/owners`],
    aptosCreator: [`/aptos/creator/${things.aptosCreator}`],
    aptosCreatorCollections: [`/aptos/creator/${things.aptosNobody}/collections`],
    aptosToken: [`/aptos/token/${things.aptosToken}`],
  }
}
