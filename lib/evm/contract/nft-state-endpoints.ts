import * as z from 'zod'
import { type Api, endpoint } from '#lib/api/endpoint.ts'
import { record, text, timestamp } from '#lib/api/record.ts'
import * as examples from './examples.ts'
import { evmExplorerRoutes } from './explorer-routes.ts'
import * as params from './params.ts'

const tag = 'EVM explorer'

const oneNft = () =>
  z.object({
    address: params.address().describe('The contract.'),
    token_id: params.tokenId().describe('The token, as a decimal number or in hex.'),
    chain: params.chain(),
  })

/** The status of an NFT's metadata, and a way to refresh it. */
export const nftStateEndpoints = {
  evmNftState: endpoint(evmExplorerRoutes.evmNftState, {
    summary: "State of an NFT's metadata",
    description:
      'Whether the document that the token URI names was read, when, and why not. An unknown token is answered with 404.',
    tag,
    input: oneNft(),
    output: record({
      status: z
        .enum(['SYNCED', 'QUEUED', 'FAILED', 'NO_URI'])
        .describe(
          'QUEUED: to be read as soon as others are done. FAILED: `error` says why; it is tried again at `due_at`, or not by ' +
            'itself where that is null. NO_URI: the contract names no document for the token.',
        ),
      error: text().nullable().describe('Why there is no newer document, in words.'),
      token_uri: text().nullable(),
      last_token_uri_sync: timestamp().nullable().describe('When the contract was last asked for the URI.'),
      last_metadata_sync: timestamp().nullable().describe('When the document was last read.'),
      due_at: timestamp().nullable().describe('When it is read again.'),
    }),
    example: {
      input: { address: examples.collection, token_id: '101', chain: 'eth' },
      output: {
        status: 'FAILED',
        error: 'The host answered 502.',
        token_uri: 'https://lanterns.example/meta/101.json',
        last_token_uri_sync: '2023-07-09T07:48:00.980Z',
        last_metadata_sync: null,
        due_at: '2023-07-09T07:49:00.980Z',
      },
    },
  }),
  evmNftRefresh: endpoint(evmExplorerRoutes.evmNftRefresh, {
    summary: "Ask for an NFT's metadata to be read again",
    description:
      'Puts the token first in the line: its URI is asked of the contract and its document is read anew, at most once in ten ' +
      'minutes. Needs no body. An unknown token is answered with 404.',
    tag,
    input: oneNft(),
    output: record({
      status: z
        .enum(['QUEUED', 'RECENT'])
        .describe('RECENT: it was asked for less than ten minutes ago; nothing is done.'),
      last_metadata_sync: timestamp().nullable(),
      next_allowed_at: timestamp().describe('When it may be asked for again.'),
    }),
    example: {
      input: { address: examples.collection, token_id: '101', chain: 'eth' },
      output: {
        status: 'QUEUED',
        last_metadata_sync: '2023-07-09T07:48:10.199Z',
        next_allowed_at: '2023-07-09T08:12:00.000Z',
      },
    },
  }),
} satisfies Api
