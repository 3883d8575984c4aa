import * as z from 'zod'
import { type Api, endpoint } from '#lib/api/endpoint.ts'
import * as parameters from '#lib/api/parameters.ts'
import { count, decimal, preciseTimestamp, record, text } from '#lib/api/record.ts'
import * as examples from './examples.ts'
import * as params from './params.ts'
import { address, aptosNftOwner, aptosNftTransfer } from './records.ts'
import { aptosNftExplorerRoutes } from './routes.ts'

const tag = 'Aptos explorer'

const tokenStandard = () => z.enum(['v1', 'v2']).describe('`v1`: module 0x3. `v2`: a digital asset, an object.')
const upTo = (words: string) => count().nullable().describe(`${words}; null where there are more than 10,000.`)

const collectionSummary = {
  collection_data_id_hash: text(),
  collection_name: text(),
  creator_address: address(),
  uri: text().nullable().describe('What its creator says: a link to a description or a picture.'),
  token_standard: tokenStandard(),
  first_version: decimal().describe('Where it was first seen.'),
  first_timestamp: preciseTimestamp(),
}

const aptosCollectionSummary = record(collectionSummary)

const aptosCollection = record({
  ...collectionSummary,
  last_version: decimal().nullable().describe('Of the newest activity of its tokens.'),
  last_timestamp: preciseTimestamp().nullable(),
  activity_count: decimal().describe('Activities of its tokens: two for a transfer.'),
  token_count: upTo('Tokens that were seen'),
  holding_count: upTo('How many pairs of a token and an owner there are now'),
  owner_count: upTo('Accounts that hold one of its tokens'),
})

const aptosToken = record({
  token_data_id_hash: text(),
  collection_data_id_hash: text(),
  collection_name: text(),
  creator_address: address(),
  name: text(),
  uri: text().nullable().describe('What its creator says: a link to a picture or a description.'),
  token_standard: tokenStandard(),
  first_version: decimal().describe('Where it was first seen.'),
  first_timestamp: preciseTimestamp(),
  holding_count: upTo('How many pairs of a property version and an owner there are now'),
  token_properties: z
    .record(z.string(), z.unknown())
    .describe('Of the property version that changed last among those that are held.'),
})

const aptosDay = record({
  day: z.iso.date().describe('In UTC.'),
  activity_count: count(),
})

const page = <Item extends z.ZodType>(item: Item) =>
  record({
    cursor: text().nullable().describe('Pass it as `cursor` to get the next page; null on the last page.'),
    result: z.array(item),
  })

const paging = (what: string) => ({
  network: params.network(),
  limit: parameters.pageSize({ fallback: 25, max: 100 }).describe(`How many ${what}.`),
  cursor: parameters.cursor().optional().describe('The `cursor` of the previous answer, to get the next page.'),
})

const collectionId = () => params.idHash().describe('The id of the collection.')
const tokenId = () => params.idHash().describe('The id of the token.')

const changing = 'One that changes while the list is read moves to the top: a walk does not meet it again.'

const summaryExample = {
  collection_data_id_hash: examples.collection,
  collection_name: 'Paper Wizards',
  creator_address: examples.creator,
  uri: 'https://paper-wizards.example/collection.json',
  token_standard: 'v1' as const,
  first_version: '1204778',
  first_timestamp: '2022-10-19T07:12:05.118290Z',
}

/** Collections, tokens and holdings of the Aptos index. */
export const aptosNftExplorerApi = {
  aptosCollection: endpoint(aptosNftExplorerRoutes.aptosCollection, {
    summary: 'An Aptos collection',
    description:
      'What the index holds of a collection. One that it has not seen is answered with 404: an index that began in the ' +
      'middle of the ledger knows a collection from the first change of one of its tokens.',
    tag,
    input: z.object({ collection_data_id_hash: collectionId(), network: params.network() }),
    output: aptosCollection,
    example: {
      input: { collection_data_id_hash: examples.collection, network: 'mainnet' },
      output: {
        ...summaryExample,
        last_version: examples.transfer.transaction_version,
        last_timestamp: examples.transfer.transaction_timestamp,
        activity_count: '20944',
        token_count: 5_000,
        holding_count: 4_970,
        owner_count: 2_118,
      },
    },
  }),
  aptosCollectionOwners: endpoint(aptosNftExplorerRoutes.aptosCollectionOwners, {
    summary: 'Owners of an Aptos collection',
    description: `Who holds tokens of a collection now, latest change first. ${changing}`,
    tag,
    input: z.object({ collection_data_id_hash: collectionId(), ...paging('holdings') }),
    output: page(aptosNftOwner),
    example: {
      input: { collection_data_id_hash: examples.collection, network: 'mainnet', limit: 25 },
      output: { cursor: examples.nextCursor, result: [examples.owner] },
    },
  }),
  aptosCollectionDays: endpoint(aptosNftExplorerRoutes.aptosCollectionDays, {
    summary: 'Days of an Aptos collection',
    description: 'How many activities a collection had on each of its latest days that had any, oldest first.',
    tag,
    input: z.object({
      collection_data_id_hash: collectionId(),
      network: params.network(),
      limit: parameters.pageSize({ fallback: 90, max: 1_000 }).describe('How many days.'),
    }),
    output: record({ result: z.array(aptosDay) }),
    example: {
      input: { collection_data_id_hash: examples.collection, network: 'mainnet', limit: 90 },
      output: { result: [{ day: '2023-03-26', activity_count: 212 }] },
    },
  }),
  aptosCreatorCollections: endpoint(aptosNftExplorerRoutes.aptosCreatorCollections, {
    summary: 'Collections of an Aptos creator',
    description: 'The collections that an account created, newest first.',
    tag,
    input: z.object({ address: params.address().describe('The account.'), ...paging('collections') }),
    output: page(aptosCollectionSummary),
    example: {
      input: { address: examples.creator, network: 'mainnet', limit: 25 },
      output: { cursor: examples.nextCursor, result: [summaryExample] },
    },
  }),
  aptosToken: endpoint(aptosNftExplorerRoutes.aptosToken, {
    summary: 'An Aptos token',
    description: 'What the index holds of a token. One that it has not seen is answered with 404.',
    tag,
    input: z.object({ token_data_id_hash: tokenId(), network: params.network() }),
    output: aptosToken,
    example: {
      input: { token_data_id_hash: examples.token, network: 'mainnet' },
      output: {
        token_data_id_hash: examples.token,
        collection_data_id_hash: examples.collection,
        collection_name: 'Paper Wizards',
        creator_address: examples.creator,
        name: 'Paper Wizards #4221',
        uri: 'https://paper-wizards.example/4221.png',
        token_standard: 'v1',
        first_version: '1204995',
        first_timestamp: '2022-10-19T07:15:44.930077Z',
        holding_count: 1,
        token_properties: {},
      },
    },
  }),
  aptosTokenTransfers: endpoint(aptosNftExplorerRoutes.aptosTokenTransfers, {
    summary: 'Transfers of an Aptos token',
    description: 'Everything that happened to one token, newest first: its provenance.',
    tag,
    input: z.object({ token_data_id_hash: tokenId(), ...paging('activities') }),
    output: page(aptosNftTransfer),
    example: {
      input: { token_data_id_hash: examples.token, network: 'mainnet', limit: 25 },
      output: { cursor: examples.nextCursor, result: [examples.transfer] },
    },
  }),
  aptosAccountTokens: endpoint(aptosNftExplorerRoutes.aptosAccountTokens, {
    summary: 'Tokens of an Aptos account',
    description: `The tokens that an account holds now, latest change first. ${changing}`,
    tag,
    input: z.object({ address: params.address().describe('The account.'), ...paging('tokens') }),
    output: page(aptosNftOwner),
    example: {
      input: { address: examples.wallet, network: 'mainnet', limit: 25 },
      output: { cursor: examples.nextCursor, result: [examples.owner] },
    },
  }),
} satisfies Api

export type AptosNftExplorerApi = typeof aptosNftExplorerApi
export type AptosCollection = z.output<typeof aptosCollection>
export type AptosCollectionSummary = z.output<typeof aptosCollectionSummary>
export type AptosToken = z.output<typeof aptosToken>
