import type { Output } from '#lib/api/endpoint.ts'
import type { Nft } from '#lib/evm/api/records/nfts.ts'
import type { EvmBlockDetail } from '#lib/evm/block/contract.ts'
import type { EvmExplorerApi } from '#lib/evm/explorer-api.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import type { EvmCollection } from '#lib/evm/nft/state-contract.ts'
import type { EvmAddress } from '#lib/evm/wallet/contract.ts'
import { counted, countedRows, groupedNumber } from '#lib/format/amount.ts'
import { nftTitle } from './nft-title.ts'

/* One-sentence summaries of pages: for search engines, link previews and pages as data. */

type Place = Pick<EvmChainState, 'title'>
type IndexedPlace = Pick<EvmChainState, 'title' | 'index_complete'>

const day = (iso: string): string => iso.slice(0, 10)

const unnamed = {
  wallet: 'A wallet',
  contract: 'A contract',
  token: 'A token contract',
  smart_account: 'A smart account',
} as const satisfies Record<NonNullable<EvmAddress['kind']>, string>

export const addressSentence = (
  { title, index_complete }: IndexedPlace,
  {
    name,
    kind,
    transactions,
    newest,
  }: { name: string | null; kind: EvmAddress['kind']; transactions: number | null; newest: string | undefined },
): string => {
  const who = name ?? (kind ? unnamed[kind] : 'An address')
  if (transactions === 0 && index_complete) return `${who} with no transaction on ${title}.`
  const count = transactions === null ? 'transactions' : countedRows(transactions, 'transaction', !index_complete)
  return `${who} with ${count} on ${title}${newest ? `, the latest on ${day(newest)}` : ''}.`
}

export const blockSentence = ({ title }: Place, block: EvmBlockDetail): string =>
  `Block ${groupedNumber(block.block_number)} on ${title} has ${counted(block.transaction_count, 'transaction')} and was produced on ${day(block.block_timestamp)}.`

export const tokenSentence = (
  { title }: Place,
  collection:
    | (Pick<EvmCollection, 'name' | 'symbol' | 'contract_type'> & { status?: EvmCollection['status'] })
    | undefined,
  numbers: Output<EvmExplorerApi['evmCollectionStatistics']> | undefined,
  isSpam = false,
): string => {
  const name = collection?.name || collection?.symbol || 'A token'
  const standard = collection?.contract_type ? `an ${collection.contract_type}` : 'a'
  const isPartial = collection?.status !== undefined && collection.status !== 'SYNCED'
  const counts = [
    numbers?.tokens == null || collection?.contract_type === 'ERC20'
      ? []
      : [countedRows(numbers.tokens, 'token', isPartial)],
    numbers?.owners == null || collection?.contract_type === 'ERC20'
      ? []
      : [countedRows(numbers.owners, 'owner', isPartial)],
    numbers?.transfers == null ? [] : [countedRows(numbers.transfers, 'transfer', isPartial)],
  ].flat()
  const warning = isSpam ? 'Looks like spam: ' : ''
  return `${warning}${name}, ${standard} contract on ${title}${counts.length > 0 ? `: ${counts.join(', ')}` : ''}.`
}

export const nftSentence = ({ title }: Place, nft: Nft): string =>
  `${nft.possible_spam ? 'Looks like spam: ' : ''}${nftTitle(nft)}, ${nft.contract_type ? `an ${nft.contract_type}` : 'a'} token of ${nft.name || 'a contract'} on ${title}.`
