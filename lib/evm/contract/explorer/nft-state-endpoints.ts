import * as z from 'zod'
import { type Api, endpoint } from '#lib/api/endpoint.ts'
import { record, text, timestamp } from '#lib/api/record.ts'
import * as examples from '#lib/evm/contract/examples.ts'
import * as params from '#lib/evm/contract/params.ts'
import { evmExplorerRoutes } from './routes.ts'

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
    summary: 'Get NFT metadata status',
    description:
      'Whether and when the document at the token URI was read, or why it could not be. An unknown token returns 404.',
    tag,
    input: oneNft(),
    output: record({
      status: z
        .enum(['SYNCED', 'QUEUED', 'FAILED', 'NO_URI'])
        .describe(
          'QUEUED: waiting to be read. FAILED: `error` says why; it is retried at `due_at`, or only on request if that is ' +
            'null. NO_URI: the contract returns no URI for the token.',
        ),
      error: text().nullable().describe('Why the document could not be read.'),
      token_uri: text().nullable(),
      last_token_uri_sync: timestamp().nullable().describe('When the URI was last read from the contract.'),
      last_metadata_sync: timestamp().nullable().describe('When the document was last read.'),
      due_at: timestamp().nullable().describe('When it will be read again.'),
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
    summary: 'Refresh NFT metadata',
    description:
      'Moves the token to the front of the queue: its URI and document are read again, at most once in ten minutes. Needs ' +
      'no body. An unknown token returns 404.',
    tag,
    input: oneNft(),
    output: record({
      status: z
        .enum(['QUEUED', 'RECENT'])
        .describe('RECENT: it was requested less than ten minutes ago, so nothing is done.'),
      last_metadata_sync: timestamp().nullable(),
      next_allowed_at: timestamp().describe('When it can be requested again.'),
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
