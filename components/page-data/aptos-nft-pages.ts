import { collectionSentence } from '#components/aptos/collection-sentence.ts'
import { aptosCall, aptosExplorerCall } from '#components/source/source-call.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import type { PageAbout, PageAnswer, PageAnswers, PageAt, PageEntry } from '#lib/pages/page-content.ts'
import { accountAddress, idOf, listsOf, networkOf, placeOf } from './aptos-at.ts'
import { isPartialAnswer } from './is-partial-answer.ts'
import { aptosExplorerAnswer, minuteOf, partOf, shortText } from './page-words.ts'

const daysMost = 120

const collectionCalls = async (at: PageAt) => {
  const input = { collection_data_id_hash: idOf(at, 'collection'), network: await networkOf(at) }
  return {
    input,
    head: [
      aptosExplorerCall('aptosCollection', input),
      aptosExplorerCall('aptosCollectionDays', { ...input, limit: daysMost }),
    ],
  }
}

const aboutCollection =
  (kind: string) =>
  async (answers: PageAnswers, at: PageAt, asked: readonly PageAnswer[]): Promise<PageAbout> => {
    const isPartial = isPartialAnswer(asked, 'aptosCollection')
    const id = idOf(at, 'collection')
    const found = aptosExplorerAnswer(answers, 'aptosCollection')
    const countOf = (count: number | null) => (count === null ? 'over 10,000' : groupedNumber(count))
    return {
      kind,
      title: found?.collection_name.trim() || id,
      place: await placeOf(at),
      summary: found ? collectionSentence(found, isPartial) : `The Aptos collection ${shortText(id)}.`,
      facts: found
        ? [
            ['Creator', shortText(found.creator_address)],
            [isPartial ? 'Indexed tokens' : 'Tokens', countOf(found.token_count)],
            [isPartial ? 'Indexed owners' : 'Owners', countOf(found.owner_count)],
            [isPartial ? 'Indexed activities' : 'Activities', groupedNumber(found.activity_count)],
          ]
        : [],
    }
  }

export const aptosCollection: PageEntry = {
  calls: async (at) => {
    const { input, head } = await collectionCalls(at)
    const lists = listsOf(at, ['wallet_whitelist', 'wallet_blacklist'])
    return [...head, aptosCall('collectionNftTransfers', { ...input, ...lists, ...partOf(at, 50) })]
  },
  list: ['collectionNftTransfers'],
  about: aboutCollection('Collection'),
}

export const aptosCollectionOwners: PageEntry = {
  calls: async (at) => {
    const { input, head } = await collectionCalls(at)
    return [...head, aptosExplorerCall('aptosCollectionOwners', { ...input, ...partOf(at, 50) })]
  },
  list: ['aptosCollectionOwners'],
  about: aboutCollection('Owners'),
}

const aboutCreator = async (at: PageAt, kind: string, summary: string): Promise<PageAbout> => ({
  kind,
  title: accountAddress(at),
  place: await placeOf(at),
  summary,
  facts: [],
})

export const aptosCreator: PageEntry = {
  calls: async (at) => [
    aptosCall('creatorNftTransfers', {
      ...{ creator_addresses: [accountAddress(at)], network: await networkOf(at) },
      ...listsOf(at, ['collection_whitelist', 'collection_blacklist']),
      ...partOf(at, 50),
    }),
  ],
  list: ['creatorNftTransfers'],
  about: (_, at) =>
    aboutCreator(at, 'Creator', `Activity of the NFTs created by ${shortText(accountAddress(at))} on Aptos.`),
}

export const aptosCreatorCollections: PageEntry = {
  calls: async (at) => [
    aptosExplorerCall('aptosCreatorCollections', {
      ...{ address: accountAddress(at), network: await networkOf(at) },
      ...partOf(at, 50),
    }),
  ],
  list: ['aptosCreatorCollections'],
  about: (_, at) =>
    aboutCreator(at, 'Collections', `NFT collections that ${shortText(accountAddress(at))} created on Aptos.`),
}

export const aptosToken: PageEntry = {
  calls: async (at) => {
    const [id, network] = [idOf(at, 'token'), await networkOf(at)]
    return [
      aptosExplorerCall('aptosToken', { token_data_id_hash: id, network }),
      aptosExplorerCall('aptosTokenTransfers', { token_data_id_hash: id, network, ...partOf(at, 100) }),
      aptosCall('nftOwners', { token_ids: [id], network, limit: 50 }),
    ]
  },
  list: ['aptosTokenTransfers'],
  about: async (answers, at, asked) => {
    const found = aptosExplorerAnswer(answers, 'aptosToken')
    const isPartial = isPartialAnswer(asked, 'aptosToken')
    const id = idOf(at, 'token')
    return {
      kind: 'Token',
      title: found?.name.trim() || id,
      place: await placeOf(at),
      summary: found
        ? `${found.name.trim() || 'A token'}, a token of ${found.collection_name.trim() || 'a collection'} on Aptos.`
        : `The Aptos token ${shortText(id)}.`,
      facts: found
        ? [
            ['Collection', found.collection_name],
            ['Creator', shortText(found.creator_address)],
            [isPartial ? 'Indexed from' : 'First seen', minuteOf(found.first_timestamp)],
            [
              isPartial ? 'Indexed holdings' : 'Held in',
              found.holding_count === null ? 'over 10,000 places' : `${found.holding_count} places`,
            ],
          ]
        : [],
    }
  },
}
