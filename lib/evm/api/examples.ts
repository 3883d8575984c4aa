import { type Hex, wordOf } from '#lib/base/hex.ts'
import { zeroAddress } from '#lib/base/zero-address.ts'
import type { PricedTokenBalance, TokenBalance } from './records/balances.ts'
import type { Erc20Event } from './records/erc20.ts'
import type { NftSearchResult, NftTransfer, OwnedNft } from './records/nfts.ts'
import type { TokenMetadataRecord, TokenTransfer } from './records/tokens.ts'
import type { DecodedLog, DecodedTransaction, InternalTransaction, TransactionLog } from './records/transactions.ts'

/* Invented values. Fields are in the order in which the server returns them. */

export const wallet = '0x1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d'
export const collection = '0x2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e'
export const token = '0x3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f'
const owner = '0xc59d8cb039dce560d5e904277d56d558111af865'
const minter = '0xf904a7388b98b99405458228392cfe4619069627'
const recipient = '0x92ad3f7a576fae64582b13393e832f23101f4509'

export const transactionHash = '0xc71fef9d74678adc3a2d6781d3ff1f1639dbb457906a4d2e1ea0432f97929945'
export const blockHash = '0x321c68bd74e015b96033a598ec5886488de7a0ab2d8d32dc827739c20fb554da'
export const nextCursor = 'eyJ2IjoxLCJrIjpbMTYxNDEyMTcsNzRdfQ'

/** The first page of a list with one record; lists count their pages from 0 or from 1. */
export const firstPage = <Item>(item: Item, page: 0 | 1) => ({
  total: null,
  page,
  page_size: 100,
  cursor: nextCursor,
  result: [item],
})

const word = (address: string): Hex => `0x${wordOf(address)}`
const sent = '0x000000000000000000000000000000000000000000000000000000007ea8e958'
export const transactionInBlock = {
  transaction_hash: transactionHash,
  block_number: '16141217',
  block_hash: blockHash,
}
const block = { block_timestamp: '2022-12-08T16:35:11.000Z', block_number: '16141217', block_hash: blockHash }

const internalTransaction: InternalTransaction = {
  transaction_hash: transactionHash,
  block_number: 16_141_217,
  block_hash: blockHash,
  type: 'CALL',
  from: token,
  to: '0xfbba18ed964a42404575512555c1dc4c980bdfdf',
  value: '504360000000000048',
  gas: '89557',
  gas_used: '2569',
  input: '0x',
  output: '0x',
}

const log: TransactionLog = {
  log_index: '147',
  transaction_hash: transactionHash,
  transaction_index: '74',
  address: token,
  data: sent,
  topic0: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  topic1: word(wallet),
  topic2: word(recipient),
  topic3: null,
  ...block,
  transfer_index: [16_141_217, 74, 147],
  transaction_value: '0',
}

const decodedLog: DecodedLog = {
  ...log,
  decoded_event: {
    signature: 'Transfer(address,address,uint256)',
    label: 'Transfer',
    type: 'event',
    params: [
      { name: 'from', value: '0x1a2B3c4d5E6f708192a3B4c5D6E7F8091A2b3C4d', type: 'address' },
      { name: 'to', value: '0x92AD3f7A576fAe64582B13393E832f23101f4509', type: 'address' },
      { name: 'value', value: '2124999000', type: 'uint256' },
    ],
  },
}

const transactionFields = {
  hash: transactionHash,
  nonce: '949',
  transaction_index: '74',
  from_address: wallet,
  from_address_label: null,
  to_address: token,
  to_address_label: null,
  value: '0',
  gas: '66163',
  gas_price: '14219353417',
  input: `0xa9059cbb${word(recipient).slice(2)}${sent.slice(2)}`,
  receipt_cumulative_gas_used: '7069740',
  receipt_gas_used: '65625',
  receipt_contract_address: null,
  receipt_root: null,
  receipt_status: '1',
  ...block,
  transfer_index: [16_141_217, 74],
}

const internalFields = { internal_transactions: [internalTransaction] }

export const plainTransaction = transactionFields
export const transactionWithInternals = { ...transactionFields, ...internalFields }
export const transactionWithLogs = { ...transactionFields, logs: [log], ...internalFields }
export const decodedTransaction: DecodedTransaction = {
  ...transactionFields,
  logs: [decodedLog],
  decoded_call: {
    signature: 'transfer(address,uint256)',
    label: 'transfer',
    type: 'function',
    params: [
      { name: '_to', value: '0x92AD3f7A576fAe64582B13393E832f23101f4509', type: 'address' },
      { name: '_value', value: '2124999000', type: 'uint256' },
    ],
  },
  ...internalFields,
}

export const nftTransfer: NftTransfer = {
  block_number: '17715655',
  block_timestamp: '2023-07-17T21:27:59.000Z',
  block_hash: '0xd6d2ebbe6805d52cf01239afc80ec2c899a461e7d929ce5d3d7b99f6c0e78c46',
  transaction_hash: '0x346f4d9a0ec581f201b8ec7ad4a07c40e4225c7ffd3e45808c0b132aea1bc09e',
  transaction_index: 80,
  log_index: 225,
  value: '0',
  contract_type: 'ERC721',
  transaction_type: 'Single',
  token_address: collection,
  token_id: '101',
  token_name: 'Paper Lanterns',
  token_picture: null,
  from_address: zeroAddress,
  from_address_label: null,
  to_address: wallet,
  to_address_label: null,
  amount: '1',
  verified: 1,
  operator: null,
  possible_spam: false,
  verified_collection: true,
}

const metadata = JSON.stringify({
  name: 'Paper Lantern #101',
  description: 'An invented lantern.',
  image: 'ipfs://bafyexample/101.png',
  external_url: 'https://lanterns.example/',
  attributes: [
    { trait_type: 'Colour', value: 'Red' },
    { trait_type: 'Level', value: 5, display_type: 'number', max_value: 100 },
  ],
})

const preview = (size: string, pixels: number) => ({
  height: pixels,
  width: pixels,
  url: `https://media.example/evm/0x1/${collection}/101/${size}.png`,
})

export const nftMedia = {
  media_collection: { low: preview('low', 100), medium: preview('medium', 250), high: preview('high', 500) },
  category: 'image',
  mimetype: 'image/png',
  parent_hash: '0xcce45ee70ff6bc059e3adefbb5f20c92c3e9bebd8ef9aa6faea843decee4a8a8',
  status: 'success',
  updatedAt: '2023-07-09T07:48:00.000Z',
  original_media_url: 'ipfs://bafyexample/101.png',
} as const

export const ownedNft: OwnedNft = {
  token_address: collection,
  token_id: '101',
  owner_of: owner,
  block_number: '17650000',
  block_number_minted: '15000000',
  token_hash: '2c970a6c60cbe54ef90d1bcb023eb306',
  amount: '1',
  contract_type: 'ERC721',
  name: 'Paper Lanterns',
  symbol: 'LNTRN',
  token_uri: 'https://lanterns.example/meta/101.json',
  metadata,
  last_token_uri_sync: '2023-07-09T07:48:00.980Z',
  last_metadata_sync: '2023-07-09T07:48:10.199Z',
  minter_address: minter,
  normalized_metadata: {
    name: 'Paper Lantern #101',
    description: 'An invented lantern.',
    animation_url: null,
    external_link: 'https://lanterns.example/',
    image: 'ipfs://bafyexample/101.png',
    attributes: [
      { trait_type: 'Colour', value: 'Red', display_type: null, max_value: null, trait_count: 0, order: null },
      { trait_type: 'Level', value: 5, display_type: 'number', max_value: 100, trait_count: 0, order: null },
    ],
  },
  media: nftMedia,
  possible_spam: false,
  verified_collection: false,
}

export const nftSearchResult: NftSearchResult = {
  token_id: '101',
  token_address: collection,
  token_uri: 'https://lanterns.example/meta/101.json',
  metadata,
  is_valid: 1,
  syncing: 2,
  frozen: 0,
  resyncing: 0,
  contract_type: 'ERC721',
  token_hash: '2c970a6c60cbe54ef90d1bcb023eb306',
  batch_id: 'fd995c8a-0000-4000-a407-f43e552638b4',
  metadata_name: 'Paper Lantern #101',
  metadata_description: 'An invented lantern.',
  metadata_attributes: '[{"trait_type":"Colour","value":"Red"}]',
  block_number_minted: '15000000',
  opensea_lookup: null,
  minter_address: minter,
  transaction_minted: '0x891e03dca01109a08ee61b2da974013109169555c210bf0ab12e0ecefa0af05b',
  frozen_log_index: null,
  imported: null,
  last_token_uri_sync: '2023-07-09T07:48:00.980Z',
  last_metadata_sync: '2023-07-09T07:48:10.199Z',
  createdAt: '2022-02-24T00:47:26.647Z',
  updatedAt: '2022-04-09T23:56:44.807Z',
  possible_spam: false,
  verified_collection: false,
}

export const erc20Event: Erc20Event = {
  token_name: 'Example Dollar',
  token_symbol: 'EXD',
  token_logo: `https://logos.example/eth/${token}.png`,
  token_decimals: '6',
  from_wallet: wallet,
  from_wallet_label: null,
  to_wallet: recipient,
  to_wallet_label: null,
  contract_address: token,
  block_hash: '0x1e1aac7babf65e0e110d24dd0f7ec0aeb377d6904eadb99ba66879f5ad07b7e8',
  block_number: '17654765',
  block_timestamp: '2023-07-09T07:47:59.000Z',
  transaction_hash: '0xc0619fa9014a575f43e8c8b9fe0095d9210b544fea3b23e9300fc03ab944ab2c',
  transaction_index: '132',
  log_index: '559',
  value: '1234567890',
  possible_spam: false,
  verified_collection: false,
  value_decimal: '1234.56789',
}

export const walletToken: TokenBalance = {
  token_address: token,
  name: 'Example Dollar',
  symbol: 'EXD',
  logo: null,
  thumbnail: null,
  decimals: 6,
  balance: '1234567890',
  possible_spam: false,
  verified_contract: true,
  total_supply: null,
  total_supply_formatted: null,
  percentage_relative_to_total_supply: null,
}

export const tokenBalance: PricedTokenBalance = {
  ...walletToken,
  balance_formatted: '1234.56789',
  usd_price: null,
  usd_price_24hr_percent_change: null,
  usd_price_24hr_usd_change: null,
  usd_value: null,
  usd_value_24hr_usd_change: null,
  native_token: false,
  portfolio_percentage: null,
}

export const tokenTransfer: TokenTransfer = {
  token_name: 'Example Dollar',
  token_symbol: 'EXD',
  token_logo: null,
  token_decimals: '6',
  transaction_hash: transactionHash,
  address: token,
  block_timestamp: '2022-12-08T16:35:11.000Z',
  block_number: '16141217',
  block_hash: blockHash,
  from_address: wallet,
  from_address_label: null,
  to_address: recipient,
  to_address_label: null,
  value: '1234567890',
  transaction_index: 74,
  log_index: 147,
  possible_spam: false,
  verified_contract: true,
  value_decimal: '1234.56789',
}

export const tokenMetadata: TokenMetadataRecord = {
  address: token,
  address_label: null,
  name: 'Example Dollar',
  symbol: 'EXD',
  decimals: '6',
  logo: null,
  logo_hash: null,
  thumbnail: null,
  total_supply: '5000000000000',
  total_supply_formatted: '5000000',
  block_number: null,
  validated: null,
  created_at: null,
  possible_spam: false,
  verified_contract: true,
}
