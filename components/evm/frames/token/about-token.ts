import { rangeDaysMax } from '#components/chain/day-range.ts'
import { tokenSentence } from '#components/evm/parts/page-sentences.ts'
import { shortText } from '#components/kit/short-text.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import { collectionEndpoints } from '#lib/evm/nft/collection-contract.ts'
import { nftEndpoints } from '#lib/evm/nft/contract.ts'
import { type EvmCollection, historyEndpoints } from '#lib/evm/nft/state-contract.ts'
import { tokenEndpoints } from '#lib/evm/token/contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import type { Answers, PageSummary } from '#lib/pages/page-definition.ts'
import { type Ask, callTo } from '#lib/pages/question.ts'

/** A contract's name, symbol and decimals. */
export type HostedTokenWords = Pick<EvmCollection, 'name' | 'symbol' | 'contract_type' | 'decimals'>

/** `supply` is the total supply of an ERC20 token in its smallest unit; null if the hosted service does not report it. */
type HostedToken = HostedTokenWords & { supply?: string | null }

/** A contract according to the hosted service's records. Undefined if our own index has it. */
export const hostedTokenOf = async (
  ask: Ask,
  { chain, source }: EvmChainState,
  address: string,
): Promise<HostedToken | undefined> => {
  if (source !== 'hosted') return undefined
  const { data: nfts } = await ask(callTo(nftEndpoints.contractNfts, { chain, address, limit: 1 }))
  const nft = nfts?.result[0]
  if (nft) return { name: nft.name, symbol: nft.symbol, decimals: null, contract_type: kindOf(nft.contract_type) }
  const { data } = await ask(callTo(tokenEndpoints.tokenMetadata, { chain, addresses: [address] }))
  const [token] = data ?? []
  if (!token?.symbol || token.decimals === null) return undefined
  return {
    name: token.name,
    symbol: token.symbol,
    decimals: Number(token.decimals),
    contract_type: 'ERC20',
    supply: token.total_supply,
  }
}

const kindOf = (type: string | null): HostedTokenWords['contract_type'] =>
  type === 'ERC721' || type === 'ERC1155' ? type : null

/** The questions of the header of every token page. */
export const headQuestions = ({ chain, source }: EvmChainState, address: string) => {
  const isOwn = source !== 'hosted'
  return {
    collection: isOwn ? callTo(historyEndpoints.evmCollection, { chain, address }) : undefined,
    statistics: isOwn
      ? callTo(collectionEndpoints.evmCollectionStatistics, { chain, address, days: rangeDaysMax })
      : undefined,
    rating: isOwn ? callTo(collectionEndpoints.evmContractRating, { chain, address }) : undefined,
  }
}

type Fact = readonly [string, string]

/** Metadata of every page of a token. */
export const aboutToken = async (
  { ask, state, address }: { ask: Ask; state: EvmChainState; address: string },
  answers: Answers<ReturnType<typeof headQuestions>>,
): Promise<PageSummary> => {
  const [collection, statistics, rating, words] = await Promise.all([
    answers.collection,
    answers.statistics,
    answers.rating,
    hostedTokenOf(ask, state, address),
  ])
  const found = collection?.data
  const numbers = statistics?.data
  const isSpam = rating?.data?.possible_spam
  const standard = (found ?? words)?.contract_type
  const isPartial = found !== undefined && found.status !== 'SYNCED'
  const counted = (title: string, count: number | null | undefined): Fact[] =>
    count == null ? [] : [[isPartial ? `Indexed ${title.toLowerCase()}` : title, groupedNumber(count)]]
  const verdict = rating?.data?.verified ? 'known here' : isSpam ? 'looks like spam' : undefined
  const isCoin = standard === 'ERC20'
  const name = (found ?? words)?.name || (found ?? words)?.symbol
  return {
    title: name || address,
    isNamed: Boolean(name),
    place: state.title,
    summary: tokenSentence(state, found ?? words, numbers, isSpam),
    facts: [
      ...(verdict ? [['Rating', verdict] satisfies Fact] : []),
      ['Contract', shortText(address)],
      ...(standard ? [['Standard', standard] satisfies Fact] : []),
      ...(isCoin ? [] : counted('Tokens', numbers?.tokens)),
      ...(isCoin ? [] : counted('Owners', numbers?.owners)),
      ...counted('Transfers', numbers?.transfers),
    ],
  }
}
