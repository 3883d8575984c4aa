import { nftSearchNames } from '#components/evm/nft-search-fields.ts'
import { nftTitle } from '#components/evm/nft-title.ts'
import { nftSentence, tokenSentence } from '#components/evm/page-sentences.ts'
import { tokenOf } from '#components/evm/token-of.ts'
import { type CountedTraits, gatherTraits, traitCoverage, traitRows } from '#components/evm/traits/counted-traits.ts'
import { evmCall, evmExplorerCall, type SourceCall } from '#components/source/source-call.ts'
import { counted, groupedNumber } from '#lib/format/amount.ts'
import { listOf, readFilters } from '#lib/format/filters.ts'
import { walletAddress } from '#lib/format/wallet-address.ts'
import type { PageAnswers, PageAt, PageEntry } from '#lib/pages/page-content.ts'
import { chainOf } from './chain-of.ts'
import { erc20Of } from './erc20-of.ts'
import { evmAnswer, evmExplorerAnswer, partOf, saidOr, shortText } from './page-words.ts'

const statisticsDays = 30
const traitPageSize = 100
const contractOf = ({ parameters }: PageAt): string => saidOr(walletAddress(parameters.address ?? ''), 'token')

const traitsOf = (answers: PageAnswers): CountedTraits =>
  saidOr(answers.contractNfts as CountedTraits | undefined, 'collection')

/** What the head of every page of a token shows. */
const headOf = (chain: string, address: string): SourceCall[] => [
  evmExplorerCall('evmCollection', { chain, address }),
  evmExplorerCall('evmCollectionStatistics', { chain, address, days: statisticsDays }),
  evmExplorerCall('evmContractRating', { chain, address }),
]

const about =
  (kind: string) =>
  async (answers: PageAnswers, at: PageAt): Promise<Awaited<ReturnType<PageEntry['about']>>> => {
    const [state, address] = [await chainOf(at), contractOf(at)]
    const collection = evmExplorerAnswer(answers, 'evmCollection')
    const numbers = evmExplorerAnswer(answers, 'evmCollectionStatistics')
    const rating = evmExplorerAnswer(answers, 'evmContractRating')
    const isCoin = collection?.contract_type === 'ERC20'
    const indexed = collection && collection.status !== 'SYNCED' ? 'Indexed ' : ''
    const standing = rating?.verified ? 'verified here' : rating?.possible_spam ? 'looks like spam' : undefined
    return {
      kind,
      title: collection?.name || collection?.symbol || address,
      place: state.title,
      summary: tokenSentence(state, collection, numbers, rating?.possible_spam),
      facts: [
        ...(standing ? [['Standing', standing] as const] : []),
        ['Contract', shortText(address)],
        ...(collection?.contract_type ? [['Standard', collection.contract_type] as const] : []),
        ...(numbers?.tokens == null || isCoin
          ? []
          : [[titleOf(indexed, 'Tokens'), groupedNumber(numbers.tokens)] as const]),
        ...(numbers?.owners == null || isCoin
          ? []
          : [[titleOf(indexed, 'Owners'), groupedNumber(numbers.owners)] as const]),
        ...(numbers?.transfers == null
          ? []
          : [[titleOf(indexed, 'Transfers'), groupedNumber(numbers.transfers)] as const]),
      ],
    }
  }

const titleOf = (prefix: string, word: string): string => (prefix ? prefix + word.toLowerCase() : word)

/** Items of a collection; of a coin, whose front page shows them, its transfers. */
export const token = {
  calls: async (at: PageAt) => {
    const [state, address] = [await chainOf(at), contractOf(at)]
    const { chain } = state
    const isCoin = (await tokenOf(at.clients.evm.explorer, state, address))?.contract_type === 'ERC20'
    const list = isCoin
      ? erc20Of(at, chain, address)
      : evmCall('contractNfts', { chain, address, normalizeMetadata: true, media_items: true, ...partOf(at, 18) })
    return [list, ...headOf(chain, address)]
  },
  list: ['contractNfts', 'erc20Transfers'],
  about: about('Token'),
} satisfies PageEntry

export const tokenOwners: PageEntry = {
  calls: async (at) => {
    const [{ chain }, address] = [await chainOf(at), contractOf(at)]
    return [
      evmCall('contractNftOwners', { chain, address, normalizeMetadata: true, ...partOf(at, 50) }),
      evmExplorerCall('evmCollectionOwnership', { chain, address }),
      ...headOf(chain, address),
    ]
  },
  list: ['contractNftOwners'],
  about: about('Owners'),
}

/** Of the own index and of a hosted source alike, as far as the bounds of one answer let it come. */
export const tokenTraits: PageEntry = {
  calls: async (at) => {
    const [{ chain }, address] = [await chainOf(at), contractOf(at)]
    const input = {
      chain,
      address,
      normalizeMetadata: true,
      media_items: false,
      disable_total: false,
      limit: traitPageSize,
    }
    return [{ ...evmCall('contractNfts', input), gather: gatherTraits }, ...headOf(chain, address)]
  },
  rows: (answers) => traitRows('contractNfts', traitsOf(answers)),
  about: async (answers, at) => {
    const counts = traitsOf(answers)
    const { facts, ...token } = await about('Traits')(answers, at)
    if (evmExplorerAnswer(answers, 'evmCollection')?.contract_type === 'ERC20')
      return { ...token, facts, summary: `${token.title} on ${token.place} is an ERC20 token, which has no traits.` }
    return {
      ...token,
      summary: `${token.title} on ${token.place}: ${counted(counts.traits.length, 'trait')}. ${traitCoverage(counts)}`,
      facts: [...facts, ['Traits', groupedNumber(counts.traits.length)], ['Coverage', traitCoverage(counts)]],
    }
  },
}

export const tokenTransfers: PageEntry = {
  calls: async (at) => {
    const [{ chain }, address] = [await chainOf(at), contractOf(at)]
    const filters = readFilters(at.query, ['from_block', 'to_block', 'token_id'])
    return [
      evmExplorerCall('evmCollectionTransfers', { chain, address, ...filters, ...partOf(at, 50) }),
      ...headOf(chain, address),
    ]
  },
  list: ['evmCollectionTransfers'],
  about: about('Transfers'),
}

export const nft: PageEntry = {
  calls: async (at) => {
    const known = { chain: (await chainOf(at)).chain, address: contractOf(at), token_id: at.parameters.tokenId }
    return [
      evmCall('nftMetadata', { ...known, normalizeMetadata: true, media_items: true }),
      evmExplorerCall('evmCollectionTransfers', { ...known, ...partOf(at, 25) }),
      evmExplorerCall('evmNftOwners', { ...known, limit: 10 }),
      evmExplorerCall('evmNftState', known),
      evmExplorerCall('evmContractRating', { chain: known.chain, address: known.address }),
    ]
  },
  list: ['evmCollectionTransfers'],
  about: async (answers, at) => {
    const state = await chainOf(at)
    const found = evmAnswer(answers, 'nftMetadata')
    const title = found ? nftTitle(found) : `#${at.parameters.tokenId}`
    return {
      kind: 'NFT',
      title,
      place: state.title,
      summary: found ? nftSentence(state, found) : `${title} on ${state.title}.`,
      facts: [
        ['Collection', found?.name || shortText(contractOf(at))],
        ['Token id', shortText(at.parameters.tokenId ?? '')],
        ...(found?.owner_of ? [['Owner', shortText(found.owner_of)] as const] : []),
        ...(found?.contract_type ? [['Standard', found.contract_type] as const] : []),
      ],
    }
  },
}

export const nftSearch: PageEntry = {
  calls: async (at) => {
    const { addresses, ...filters } = readFilters(at.query, nftSearchNames)
    const input = { chain: (await chainOf(at)).chain, ...filters, ...(addresses && { addresses: listOf(addresses) }) }
    return [evmCall('searchNfts', { ...input, ...partOf(at, 50) })]
  },
  list: ['searchNfts'],
  about: async (answers, at) => {
    const { title: place, index_complete } = await chainOf(at)
    const text = readFilters(at.query, ['q']).q ?? ''
    const rows = evmAnswer(answers, 'searchNfts')?.result.length ?? 0
    return {
      kind: 'NFT search',
      title: text,
      place,
      summary: `${rows === 0 ? (index_complete ? 'No NFT' : 'No NFT in the indexed blocks') : 'NFTs'} of ${place} with these words in the document: ${text}.`,
      facts: [],
    }
  },
}
