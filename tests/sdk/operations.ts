import type { evmApi } from '#lib/evm/interface-api.ts'
import { isFull } from '#tests/support/tier.ts'
import { type Ledger, topic } from './ledger.ts'
import type { SdkOperation } from './sdk.ts'

type Ask = Record<string, unknown>

/** An operation of the interface as the SDK calls it, and what to ask it of the demo ledger. */
export type Operation = {
  endpoint: keyof typeof evmApi
  call: SdkOperation
  /** The release that can send `asks`; both where it is left out. */
  only?: '2.22.5' | '2.27.2'
  /** It takes no chain. */
  hasNoChain?: true
  asks: (ledger: Ledger) => Ask[]
  /** What the list holds when nothing is left out, as `transaction hash:log index`. */
  events?: (ledger: Ledger) => Set<string>
  /** Fields of the record that the SDK has no place for. */
  unread?: readonly string[]
}

/** Over a thousand transactions. */
export const busiestWallet = '0xd2378898c87f72de22eb67673fd23889796c694e'
/** Its contracts call others. */
export const callingHash = '0x2c9cc136623c1eec80e3825dcc92181eae7217591e541b8fc7db524bb72c372d'
const transferHash = '0x46e0434e1040fec354f4d3f466b441b06a19a97be69538a7f412104f80437a3d'

/** Of a wallet's tokens it types no such flag, and writes the balance in whole tokens. */
const unreadOfBalances = ['balance', 'verified_contract']

/** Nor has it a place for how transfers and tokens are named or flagged beyond the token itself. */
const unreadOfTransfers = ['token_name', 'token_symbol', 'token_decimals', 'from_address_label', 'to_address_label']
const unreadOfMetadata = ['address_label', 'total_supply', 'total_supply_formatted', 'verified_contract']
const unreadOfBlocks = ['base_fee_per_gas', 'transactions']

/** A pair of Uniswap v2 on the ledger, whose reserves its node knows, and its tokens. */
export const ledgerPair = {
  address: '0xb032c669cd2b91d2ee2f74c13bff2421f8b86c6e',
  token0: '0x4b36057cbeeb9bf756d620d9ba14e22e2cdac4ca',
  token1: '0x6fe45d8581823d47a8d1ae9d2138ee32ccb79605',
}

/** The SDK's types have no names of addresses in transactions. */
const unnamed = ['from_address_label', 'to_address_label']

/** They have no word for who minted a token, and none in most records for whom an operator vouches for. */
const unread = ['minter_address', 'verified_collection']

/** Of a wallet's NFTs the SDK types the document alone, not its common form. */
const unreadOfWallets = [...unread, 'normalized_metadata']

/** Its verbose records have no place for internal calls, those of a wallet's list none for what is decoded either. */
const uncalled = [...unnamed, 'internal_transactions']
const undecoded = [...uncalled, 'logs', 'decoded_call']

const withCalls = { include: 'internal_transactions' }
/** Documents in the common form, and images. */
const whole = { normalizeMetadata: true, media_items: true }

const counted = { disable_total: false }

/** Somebody who allowed something of that pair. */
export const allowed = {
  address: ledgerPair.address,
  owner_address: '0xaf4311d557fbc876059e39306ec1f3343753df29',
  spender_address: '0x03eebc3166196cfbad2adecdf7b1da9e0f1e57e8',
}

/** An event whose arguments the SDK has types for. */
export const transferEvent = {
  anonymous: false,
  type: 'event',
  name: 'Transfer',
  inputs: [
    { name: 'from', type: 'address', indexed: true },
    { name: 'to', type: 'address', indexed: true },
    { name: 'value', type: 'uint256', indexed: false },
  ],
}

export const operations: Operation[] = [
  {
    endpoint: 'contractNftTransfers',
    call: 'nft.getNFTContractTransfers',
    // The SDK takes the receiver for the token.
    unread: ['token_address'],
    asks: ({ collection }) => [
      { address: collection, limit: 60 },
      { address: collection, from_block: 400, format: 'hex', limit: 60 },
    ],
  },
  {
    endpoint: 'contractNftTransfers',
    call: 'nft.getNFTContractTransfers',
    only: '2.22.5',
    unread: ['token_address'],
    asks: ({ editions }) => [{ address: editions, limit: 9, ...counted }],
  },
  {
    endpoint: 'tokenNftTransfers',
    call: 'nft.getNFTTransfers',
    unread: ['token_address'],
    asks: ({ edition }) => [edition, { ...edition, limit: 2, format: 'hex' }],
  },
  {
    endpoint: 'chainNftTransfers',
    call: 'nft.getNFTTransfersFromToBlock',
    unread: ['token_address'],
    asks: ({ head }) => [{ from_block: Math.floor(head / 2), to_block: head, limit: 60 }],
  },
  {
    endpoint: 'nftTokenOwners',
    call: 'nft.getNFTTokenIdOwners',
    unread,
    asks: ({ edition, collection }) => [
      { ...edition, limit: 2 },
      { address: collection, token_id: '1', ...whole, format: 'hex' },
    ],
  },
  {
    endpoint: 'nftTokenOwners',
    call: 'nft.getNFTTokenIdOwners',
    unread,
    only: '2.22.5',
    asks: ({ edition }) => [{ ...edition, limit: 2, ...counted }],
  },
  {
    endpoint: 'nftContractMetadata',
    call: 'nft.getNFTContractMetadata',
    unread,
    asks: ({ collection, editions }) => [{ address: collection }, { address: editions }],
  },
  {
    endpoint: 'walletNftCollections',
    call: 'nft.getWalletNFTCollections',
    unread: ['verified_collection'],
    asks: ({ collector }) => [{ address: collector }, { address: collector, limit: 2 }],
  },
  {
    endpoint: 'nftCollectionStats',
    call: 'nft.getNFTCollectionStats',
    only: '2.27.2',
    asks: ({ collection }) => [{ address: collection }],
  },
  {
    endpoint: 'nftTokenStats',
    call: 'nft.getNFTTokenStats',
    only: '2.27.2',
    asks: ({ edition }) => [edition],
  },
  {
    endpoint: 'tokenStats',
    call: 'token.getTokenStats',
    only: '2.27.2',
    asks: ({ coin }) => [{ address: coin }],
  },
  {
    endpoint: 'tokenMetadataBySymbol',
    call: 'token.getTokenMetadataBySymbol',
    unread: unreadOfMetadata,
    asks: () => [{ symbols: ['hbr'] }],
  },
  {
    endpoint: 'pairReserves',
    call: 'defi.getPairReserves',
    asks: () => [{ pair_address: ledgerPair.address }],
  },
  {
    endpoint: 'walletStats',
    call: 'wallets.getWalletStats',
    only: '2.27.2',
    asks: ({ collector }) => [{ address: collector }],
  },
  {
    endpoint: 'walletActiveChains',
    call: 'wallets.getWalletActiveChains',
    hasNoChain: true,
    // The SDK names chains by their id alone.
    unread: ['active_chains'],
    asks: ({ collector }) => [{ address: collector }],
  },
  {
    endpoint: 'erc20Mints',
    call: 'token.getErc20Mints',
    unread,
    only: '2.22.5',
    events: ({ mints }) => mints,
    asks: ({ coin }) => [{ limit: 30 }, { contract_addresses: [coin], limit: 30 }],
  },
  {
    endpoint: 'web3Version',
    call: 'utils.web3ApiVersion',
    hasNoChain: true,
    asks: () => [{}],
  },
  {
    endpoint: 'endpointWeights',
    call: 'utils.endpointWeights',
    hasNoChain: true,
    asks: () => [{}],
  },
  {
    endpoint: 'blockStats',
    call: 'block.getBlockStats',
    only: '2.27.2',
    // The release has no place for it yet.
    unread: ['token_transfers'],
    asks: ({ nftBlock }) => [{ block_number_or_hash: nftBlock }],
  },
  {
    endpoint: 'internalTransactions',
    call: 'transaction.getInternalTransactions',
    asks: () => [{ transaction_hash: callingHash }],
  },
  {
    endpoint: 'contractLogs',
    call: 'events.getContractLogs',
    asks: ({ coin, collection, head }) => [
      { address: coin, limit: 60 },
      { address: coin, topic0: topic.approval, limit: 7 },
      { address: collection, from_block: Math.floor(head / 2), limit: 60 },
    ],
  },
  {
    endpoint: 'contractEvents',
    call: 'events.getContractEvents',
    unread: ['transaction_index', 'log_index'],
    asks: ({ coin }) => [{ address: coin, topic: topic.transfer, abi: transferEvent, limit: 60 }],
  },
  {
    endpoint: 'nativeBalances',
    call: 'balance.getNativeBalancesForAddresses',
    // The SDK writes whole coins by itself, and names the chain that it asked.
    unread: ['chain', 'chain_id', 'total_balance_formatted', 'wallet_balances'],
    asks: ({ collector, trader }) => [{ wallet_addresses: [collector, trader] }],
  },
  {
    endpoint: 'tokenAllowance',
    call: 'token.getTokenAllowance',
    // A number of the SDK, whose JSON is no text.
    unread: ['allowance'],
    asks: () => [allowed],
  },
  {
    endpoint: 'resolveAddress',
    call: 'resolve.resolveAddress',
    hasNoChain: true,
    asks: ({ collector }) => [{ address: collector }],
  },
  {
    endpoint: 'resolveEnsDomain',
    call: 'resolve.resolveENSDomain',
    hasNoChain: true,
    asks: () => [{ domain: 'quiet-collector.demo' }],
  },
  {
    endpoint: 'walletHistory',
    call: 'wallets.getWalletHistory',
    only: '2.27.2',
    unread: ['nft_transfers', 'erc20_transfers', 'spam_reasons'],
    asks: ({ collector, trader, user }) => [
      { address: collector },
      // The collector has 180 pages of nine.
      { address: isFull ? collector : user, limit: 9 },
      { address: trader, limit: 40, from_block: 1_060, include_internal_transactions: true },
    ],
  },
  {
    endpoint: 'tokenOwners',
    call: 'token.getTokenOwners',
    only: '2.27.2',
    unread: ['entity', 'entity_logo'],
    asks: ({ coin }) => [{ token_address: coin }, { token_address: coin, limit: 4 }],
  },
  {
    endpoint: 'walletTokenTransfers',
    call: 'token.getWalletTokenTransfers',
    unread: unreadOfTransfers,
    asks: ({ collector }) => [{ address: collector }, { address: collector, limit: 7 }],
  },
  {
    endpoint: 'walletTokenTransfers',
    call: 'token.getWalletTokenTransfers',
    unread: unreadOfTransfers,
    only: '2.22.5',
    asks: ({ collector }) => [{ address: collector, limit: 7, ...counted }],
  },
  {
    endpoint: 'tokenTransfers',
    call: 'token.getTokenTransfers',
    unread: unreadOfTransfers,
    asks: ({ coin }) => [{ address: coin, limit: 60 }],
  },
  {
    endpoint: 'tokenMetadata',
    call: 'token.getTokenMetadata',
    unread: unreadOfMetadata,
    asks: ({ coin }) => [{ addresses: [coin, '0x4b36057cbeeb9bf756d620d9ba14e22e2cdac4ca'] }],
  },
  {
    endpoint: 'dateToBlock',
    call: 'block.getDateToBlock',
    // The same moment as `block_timestamp`, in another form.
    unread: ['date'],
    asks: () => [{ date: '2024-06-01T00:00:00.000Z' }, { date: '2000-01-01T00:00:00.000Z' }],
  },
  {
    endpoint: 'blockContents',
    call: 'block.getBlock',
    unread: unreadOfBlocks,
    asks: ({ nftBlock }) => [{ block_number_or_hash: nftBlock }, { block_number_or_hash: nftBlock, ...withCalls }],
  },
  {
    endpoint: 'walletTokenBalances',
    call: 'token.getWalletTokenBalances',
    unread: unreadOfBalances,
    asks: ({ collector, coin }) => [{ address: collector }, { address: collector, token_addresses: [coin] }],
  },
  {
    endpoint: 'walletTokens',
    call: 'wallets.getWalletTokenBalancesPrice',
    only: '2.27.2',
    asks: ({ collector, coin }) => [
      { address: collector },
      { address: collector, limit: 1 },
      { address: collector, token_addresses: [coin], exclude_native: true },
    ],
  },
  {
    endpoint: 'nativeBalance',
    call: 'balance.getNativeBalance',
    asks: ({ collector, coin, head }) => [
      { address: collector },
      { address: coin },
      { address: collector, to_block: head },
    ],
  },
  {
    endpoint: 'walletTransactions',
    call: 'transaction.getWalletTransactions',
    unread: unnamed,
    asks: () => [{ address: busiestWallet }, { address: busiestWallet, limit: 17, from_block: 900 }],
  },
  {
    endpoint: 'walletTransactions',
    call: 'transaction.getWalletTransactions',
    unread: unnamed,
    only: '2.22.5',
    asks: () => [{ address: busiestWallet, ...counted }],
  },
  {
    endpoint: 'walletTransactions',
    call: 'transaction.getWalletTransactions',
    unread: unnamed,
    asks: ({ trader }) => [{ address: trader, limit: 40, ...withCalls }],
  },
  {
    endpoint: 'walletTransactionsVerbose',
    call: 'transaction.getWalletTransactionsVerbose',
    unread: undecoded,
    asks: ({ user }) => [{ address: user }, { address: user, limit: 7, ...withCalls }],
  },
  {
    endpoint: 'transaction',
    call: 'transaction.getTransaction',
    unread: unnamed,
    asks: ({ trade }) => [{ transaction_hash: transferHash }, { transaction_hash: trade, ...withCalls }],
  },
  {
    endpoint: 'transactionVerbose',
    call: 'transaction.getTransactionVerbose',
    unread: uncalled,
    asks: ({ trade }) => [
      { transaction_hash: transferHash },
      { transaction_hash: trade },
      { transaction_hash: trade, ...withCalls },
    ],
  },
  {
    endpoint: 'walletNftTransfers',
    call: 'nft.getWalletNFTTransfers',
    asks: ({ collector }) => [{ address: collector, limit: 7 }],
  },
  {
    endpoint: 'walletNftTransfers',
    call: 'nft.getWalletNFTTransfers',
    only: '2.22.5',
    asks: ({ collector }) => [{ address: collector, limit: 7, direction: 'from', ...counted }],
  },
  {
    endpoint: 'contractNfts',
    call: 'nft.getContractNFTs',
    unread,
    asks: ({ collection, editions }) => [
      { address: collection, limit: 40 },
      { address: editions },
      { address: editions, limit: 20, ...whole },
      { address: collection, limit: 60, format: 'hex', ...whole },
      { address: collection, totalRanges: 3, range: 2, limit: 10 },
    ],
  },
  {
    endpoint: 'contractNfts',
    call: 'nft.getContractNFTs',
    unread,
    only: '2.22.5',
    asks: ({ collection }) => [{ address: collection, limit: 40, ...counted }],
  },
  {
    endpoint: 'contractNftOwners',
    call: 'nft.getNFTOwners',
    unread,
    asks: ({ collection, editions }) => [
      { address: collection, limit: 40 },
      { address: editions, limit: 9 },
      { address: editions, limit: 20, ...whole },
      { address: collection, limit: 60, format: 'hex', ...whole },
    ],
  },
  {
    endpoint: 'contractNftOwners',
    call: 'nft.getNFTOwners',
    unread,
    only: '2.22.5',
    asks: ({ collection }) => [{ address: collection, limit: 40, ...counted }],
  },
  {
    endpoint: 'blockNftTransfers',
    call: 'nft.getNFTTransfersByBlock',
    asks: ({ nftBlock }) => [{ block_number_or_hash: nftBlock, limit: 3 }],
  },
  {
    endpoint: 'blockNftTransfers',
    call: 'nft.getNFTTransfersByBlock',
    only: '2.22.5',
    asks: ({ nftBlock }) => [{ block_number_or_hash: nftBlock, limit: 3, ...counted }],
  },
  {
    endpoint: 'walletNfts',
    call: 'nft.getWalletNFTs',
    unread: unreadOfWallets,
    asks: ({ collector, collection }) => [
      { address: collector, limit: 5 },
      { address: collector, token_addresses: [collection] },
      { address: collector, limit: 20, ...whole },
      { address: collector, limit: 20, format: 'hex', normalizeMetadata: true },
    ],
  },
  {
    endpoint: 'walletNfts',
    call: 'nft.getWalletNFTs',
    unread,
    only: '2.22.5',
    asks: ({ collector }) => [{ address: collector, limit: 5, ...counted }],
  },
  {
    endpoint: 'nftMetadata',
    call: 'nft.getNFTMetadata',
    unread,
    asks: ({ collection, edition }) => [
      { address: collection, token_id: '1' },
      { address: collection, token_id: '1', format: 'hex' },
      { address: collection, token_id: '2', normalizeMetadata: true },
      { address: collection, token_id: '3', media_items: true },
      { ...edition, ...whole, format: 'hex' },
    ],
  },
  {
    endpoint: 'erc20Transfers',
    call: 'token.getErc20Transfers',
    unread,
    events: ({ transfers }) => transfers,
    only: '2.22.5',
    asks: ({ coin, collector }) => [
      {},
      { contract_addresses: [coin], limit: 60 },
      { exclude_contracts: [coin], exclude_wallets: [collector], limit: 60 },
    ],
  },
  {
    endpoint: 'erc20Burns',
    call: 'token.getErc20Burns',
    unread,
    events: ({ burns }) => burns,
    only: '2.22.5',
    asks: ({ coin }) => [{ limit: 3 }, { contract_addresses: [coin] }],
  },
  {
    endpoint: 'erc20Approvals',
    call: 'token.getErc20Approvals',
    unread,
    events: ({ approvals }) => approvals,
    only: '2.22.5',
    asks: ({ coin }) => [{ limit: 30 }, { contract_addresses: [coin] }],
  },
]
