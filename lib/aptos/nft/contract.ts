import * as z from 'zod'
import { endpoint, endpointsOf } from '#lib/api/endpoint.ts'
import * as parameters from '#lib/api/input/parameters.ts'
import { count, decimal, preciseTimestamp, record, text } from '#lib/api/record.ts'
import * as examples from '#lib/aptos/api/examples.ts'
import * as params from '#lib/aptos/api/params.ts'
import { addressRecord, aptosNftOwner, aptosNftTransfer, dayActivity, explorerPage } from '#lib/aptos/api/records.ts'
import { aptosExplorerRoot } from '#lib/aptos/api/roots.ts'
import { media, mediaExample, metadataExample, metadataFields } from '#lib/aptos/api/token-metadata.ts'

const tag = 'Aptos explorer'

const tokenStandard = () => z.enum(['v1', 'v2']).describe('`v1`: module 0x3. `v2`: a digital asset, an object.')
const upTo = (words: string) => count().nullable().describe(`${words}; null if there are more than 10,000.`)

const collectionSummary = {
  collection_data_id_hash: text(),
  collection_name: text(),
  creator_address: addressRecord(),
  uri: text().nullable().describe('Set by the creator: a link to a description or an image.'),
  token_standard: tokenStandard(),
  first_version: decimal().describe('The version at which it was first seen.'),
  first_timestamp: preciseTimestamp(),
}

const aptosCollectionSummary = record({ ...collectionSummary, media: media() })

const aFew = (words: string) => count().nullable().describe(`${words}; null if there are more than 1,000.`)

const listedCollection = aptosCollectionSummary.extend({
  token_count: aFew('Indexed tokens'),
  owner_count: aFew('Accounts that hold at least one of its tokens'),
  ...dayActivity,
})

const changeable = (words: string) =>
  z
    .array(z.enum(['maximum', 'uri', 'royalty', 'description', 'properties']))
    .nullable()
    .describe(`${words} Null if its data was not written in indexed versions, and for v2: see \`aptosDigitalAsset\`.`)

const aptosCollection = record({
  ...collectionSummary,
  ...metadataFields,
  creator_may_change: changeable('Fields that the creator of a v1 collection may change later.'),
  last_version: decimal().nullable().describe('The latest activity of its tokens.'),
  last_timestamp: preciseTimestamp().nullable(),
  activity_count: decimal().describe('Activities of its tokens; a transfer counts as two'),
  token_count: upTo('Indexed tokens'),
  holding_count: upTo('Current pairs of token and owner'),
  owner_count: upTo('Accounts that hold at least one of its tokens'),
})

const tokenSummary = {
  token_data_id_hash: text(),
  collection_data_id_hash: text(),
  collection_name: text(),
  creator_address: addressRecord(),
  name: text(),
  uri: text().nullable().describe('Set by the creator: a link to an image or a description.'),
  token_standard: tokenStandard(),
  first_version: decimal().describe('The version at which it was first seen.'),
  first_timestamp: preciseTimestamp(),
}

const collectionToken = record({ ...tokenSummary, media: media() })

const tokenAttributes = record({
  token_data_id_hash: text(),
  metadata_status: metadataFields.metadata_status,
  attributes: z
    .array(record({ trait_type: text().nullable(), value: z.union([z.string(), z.number(), z.boolean()]).nullable() }))
    .nullable()
    .describe('Of its document: at most 100, with at most 200 characters each. Null if the document is not known.'),
})

const heldToken = aptosNftOwner.extend({ media: media() })

const aptosToken = record({
  ...tokenSummary,
  ...metadataFields,
  holding_count: upTo('Current pairs of property version and owner'),
  royalty: record({
    percent: z.number().describe('Of a sale, as the creator asks for. Markets need not pay it.'),
    payee_address: addressRecord(),
  })
    .nullable()
    .describe(
      'Of a v1 token. Null if its data was not written in indexed versions, and for v2: see `aptosDigitalAsset`.',
    ),
  creator_may_change: changeable('Fields that the creator of a v1 token may change later.'),
  token_properties: z.record(z.string(), z.unknown()).describe('Of the held property version that changed last.'),
})

const aptosDay = record({
  day: z.iso.date().describe('In UTC.'),
  activity_count: count(),
})

const collectionId = () => params.idHash().describe('The id of the collection.')
const tokenId = () => params.idHash().describe('The id of the token.')

const changing = 'An entry that changes while you page through the list moves to the top and is not returned again.'

const summaryExample = {
  collection_data_id_hash: examples.collection,
  collection_name: 'Paper Wizards',
  creator_address: examples.creator,
  uri: 'https://paper-wizards.example/collection.json',
  token_standard: 'v1' as const,
  first_version: '1204778',
  first_timestamp: '2022-10-19T07:12:05.118290Z',
}

const tokenExample = {
  token_data_id_hash: examples.token,
  collection_data_id_hash: examples.collection,
  collection_name: 'Paper Wizards',
  creator_address: examples.creator,
  name: 'Paper Wizards #4221',
  uri: 'https://paper-wizards.example/4221.json',
  token_standard: 'v1' as const,
  first_version: '1204995',
  first_timestamp: '2022-10-19T07:15:44.930077Z',
}

/** Collections, tokens and holdings of the Aptos index. */
export const aptosNftExplorerApi = endpointsOf(aptosExplorerRoot, {
  aptosCollections: endpoint({
    path: '/aptos/collections',
    paged: 'cursor',
    summary: 'Get collections',
    description:
      'All indexed NFT collections. `search` finds up to 100 by the beginning of a word of their name. An index that starts in the ' +
      'middle of the ledger knows a collection only after the first change to one of its tokens.',
    tag,
    input: z.object(params.catalogOf('collections')),
    output: explorerPage(listedCollection),
    example: {
      input: { network: 'mainnet', limit: 25 },
      output: {
        cursor: examples.nextCursor,
        result: [
          {
            ...summaryExample,
            media: mediaExample,
            token_count: 842,
            owner_count: 511,
            day_activity_count: 212,
            day: '2023-03-26',
          },
        ],
      },
    },
  }),
  aptosCollection: endpoint({
    path: '/aptos/collections/:collection_data_id_hash',
    summary: 'Get collection',
    description:
      'An indexed collection. An unknown id returns 404: an index that starts in the ' +
      'middle of the ledger knows a collection only after the first change to one of its tokens.',
    tag,
    input: z.object({ collection_data_id_hash: collectionId(), network: params.network() }),
    output: aptosCollection,
    example: {
      input: { collection_data_id_hash: examples.collection, network: 'mainnet' },
      output: {
        ...summaryExample,
        ...metadataExample,
        creator_may_change: ['description', 'uri'],
        last_version: examples.transfer.transaction_version,
        last_timestamp: examples.transfer.transaction_timestamp,
        activity_count: '20944',
        token_count: 5_000,
        holding_count: 4_970,
        owner_count: 2_118,
      },
    },
  }),
  aptosCollectionOwners: endpoint({
    path: '/aptos/collections/:collection_data_id_hash/owners',
    paged: 'cursor',
    summary: 'Get owners by collection',
    description: `Current owners of the tokens in a collection, latest change first. ${changing}`,
    tag,
    input: z.object({ collection_data_id_hash: collectionId(), ...params.pageOf('holdings') }),
    output: explorerPage(aptosNftOwner),
    example: {
      input: { collection_data_id_hash: examples.collection, network: 'mainnet', limit: 25 },
      output: { cursor: examples.nextCursor, result: [examples.owner] },
    },
  }),
  aptosCollectionTokens: endpoint({
    path: '/aptos/collections/:collection_data_id_hash/tokens',
    paged: 'cursor',
    summary: 'Get tokens by collection',
    description: 'Indexed tokens of a collection, newest first; also those that were burned.',
    tag,
    input: z.object({ collection_data_id_hash: collectionId(), ...params.pageOf('tokens') }),
    output: explorerPage(collectionToken),
    example: {
      input: { collection_data_id_hash: examples.collection, network: 'mainnet', limit: 25 },
      output: { cursor: examples.nextCursor, result: [{ ...tokenExample, media: mediaExample }] },
    },
  }),
  aptosCollectionAttributes: endpoint({
    path: '/aptos/collections/:collection_data_id_hash/attributes',
    paged: 'cursor',
    summary: 'Get attributes by collection',
    description:
      'The attributes of all indexed tokens of a collection, in the order of “Get tokens by collection”, for counting traits. ' +
      'Documents that are not known are fetched, about 20 a second.',
    tag,
    input: z.object({ collection_data_id_hash: collectionId(), ...params.pageOf('tokens') }),
    output: explorerPage(tokenAttributes),
    example: {
      input: { collection_data_id_hash: examples.collection, network: 'mainnet', limit: 100 },
      output: {
        cursor: examples.nextCursor,
        result: [
          {
            token_data_id_hash: examples.token,
            metadata_status: 'success' as const,
            attributes: [{ trait_type: 'Hat', value: 'Pointed' }],
          },
        ],
      },
    },
  }),
  aptosCollectionDays: endpoint({
    path: '/aptos/collections/:collection_data_id_hash/days',
    summary: 'Get daily activity by collection',
    description: 'Activity counts of a collection for its latest active days, oldest first.',
    tag,
    input: z.object({
      collection_data_id_hash: collectionId(),
      network: params.network(),
      limit: parameters.pageSize({ fallback: 90, max: 1_000 }).describe('The number of days.'),
    }),
    output: record({ result: z.array(aptosDay) }),
    example: {
      input: { collection_data_id_hash: examples.collection, network: 'mainnet', limit: 90 },
      output: { result: [{ day: '2023-03-26', activity_count: 212 }] },
    },
  }),
  aptosCreatorCollections: endpoint({
    path: '/aptos/creators/:address/collections',
    paged: 'cursor',
    summary: 'Get collections by creator',
    description: 'Collections created by an account, newest first.',
    tag,
    input: z.object({ address: params.address().describe('The account.'), ...params.pageOf('collections') }),
    output: explorerPage(aptosCollectionSummary),
    example: {
      input: { address: examples.creator, network: 'mainnet', limit: 25 },
      output: { cursor: examples.nextCursor, result: [{ ...summaryExample, media: mediaExample }] },
    },
  }),
  aptosToken: endpoint({
    path: '/aptos/tokens/:token_data_id_hash',
    summary: 'Get token',
    description: 'An indexed token. An unknown id returns 404.',
    tag,
    input: z.object({ token_data_id_hash: tokenId(), network: params.network() }),
    output: aptosToken,
    example: {
      input: { token_data_id_hash: examples.token, network: 'mainnet' },
      output: {
        ...tokenExample,
        ...metadataExample,
        holding_count: 1,
        royalty: { percent: 5, payee_address: examples.creator },
        creator_may_change: [],
        token_properties: {},
      },
    },
  }),
  aptosTokenTransfers: endpoint({
    path: '/aptos/tokens/:token_data_id_hash/transfers',
    paged: 'cursor',
    summary: 'Get transfers by token',
    description: 'All activity of a token, newest first.',
    tag,
    input: z.object({ token_data_id_hash: tokenId(), ...params.pageOf('activities') }),
    output: explorerPage(aptosNftTransfer),
    example: {
      input: { token_data_id_hash: examples.token, network: 'mainnet', limit: 25 },
      output: { cursor: examples.nextCursor, result: [examples.transfer] },
    },
  }),
  aptosAccountTokens: endpoint({
    path: '/aptos/accounts/:address/tokens',
    paged: 'cursor',
    summary: 'Get tokens by account',
    description: `Tokens held by an account, latest change first. ${changing}`,
    tag,
    input: z.object({ address: params.address().describe('The account.'), ...params.pageOf('tokens') }),
    output: explorerPage(heldToken),
    example: {
      input: { address: examples.wallet, network: 'mainnet', limit: 25 },
      output: { cursor: examples.nextCursor, result: [{ ...examples.owner, media: mediaExample }] },
    },
  }),
})

export type AptosNftExplorerApi = typeof aptosNftExplorerApi
export type AptosCollection = z.output<typeof aptosCollection>
export type AptosListedCollection = z.output<typeof listedCollection>
export type AptosCollectionToken = z.output<typeof collectionToken>
export type AptosTokenAttributes = z.output<typeof tokenAttributes>
export type AptosHeldToken = z.output<typeof heldToken>
export type AptosToken = z.output<typeof aptosToken>
