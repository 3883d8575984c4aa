import type { Service } from '#lib/api/endpoint.ts'
import { toBytes } from '#lib/base/bytes.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { tokenHash } from '#lib/evm/chain/decode/token-hash.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import { askAgain } from '#lib/evm/chain/stored/asked-contracts.ts'
import type { NftMetadataRow } from '#lib/evm/chain/tables/readable-tables.ts'
import type { NftTokenRow } from '#lib/evm/chain/tables/token-tables.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { momentText } from '#lib/evm/query/moment-text.ts'
import { noDocumentNamed } from './metadata/document-row.ts'
import { refreshEveryMs } from './metadata/refresh-tokens.ts'
import { wantDocuments } from './metadata/want-documents.ts'
import type { nftStateEndpoints } from './state-contract.ts'

/** Moves one token's document to the front of the worker's queue, at most once in ten minutes. */
export const nftRefresh =
  (context: EvmQueryContext): Service<typeof nftStateEndpoints>['evmNftRefresh'] =>
  async ({ address, token_id, ...input }) => {
    const chain = context.served.resolve(input.chain)
    const token = await findToken(context, chain, address, token_id)
    const now = context.now()
    const allowedAt = (token.uri_synced_at ?? 0) + refreshEveryMs
    const last_metadata_sync = momentText(token.metadata_synced_at)
    if (allowedAt > now)
      return { status: 'RECENT', last_metadata_sync, next_allowed_at: new Date(allowedAt).toISOString() }
    await wantDocuments(context.store, chain.id, [token], { now, options: { again: true } })
    await askAgain(context.store.db, chain.id, [token.token_address], Math.floor(now / 1_000))
    return { status: 'QUEUED', last_metadata_sync, next_allowed_at: new Date(now + refreshEveryMs).toISOString() }
  }

/** The status of a token's document, or the reason why it is missing. */
export const nftStateQuery =
  (context: EvmQueryContext): Service<typeof nftStateEndpoints>['evmNftState'] =>
  async ({ address, token_id, ...input }) => {
    const chain = context.served.resolve(input.chain)
    const token = await findToken(context, chain, address, token_id)
    return {
      status: statusOf(token, context.now()),
      error: token.error,
      token_uri: token.token_uri,
      last_token_uri_sync: momentText(token.uri_synced_at),
      last_metadata_sync: momentText(token.metadata_synced_at),
      due_at: momentText(token.due_at),
    }
  }

type StateRow = Pick<NftTokenRow, 'token_address' | 'token_hash' | 'token_id' | 'minted_block'> & {
  [Column in 'token_uri' | 'error' | 'uri_synced_at' | 'metadata_synced_at' | 'due_at']: NftMetadataRow[Column] | null
}

const findToken = async (
  { store }: EvmQueryContext,
  chain: ServedChain,
  address: string,
  tokenId: string,
): Promise<StateRow> => {
  const contract = toBytes(address)
  const row = await store.db
    .selectFrom('evm_nft_tokens as t')
    .leftJoin('evm_nft_metadata as m', (join) =>
      join.onRef('m.chain', '=', 't.chain').onRef('m.token_hash', '=', 't.token_hash'),
    )
    .select(['t.token_address', 't.token_hash', 't.token_id', 't.minted_block'])
    .select(['m.token_uri', 'm.error', 'm.uri_synced_at', 'm.metadata_synced_at', 'm.due_at'])
    .where('t.chain', '=', chain.id)
    .where('t.token_address', '=', contract)
    .where('t.token_hash', '=', tokenHash(contract, tokenId))
    .executeTakeFirst()
  if (row) return row
  throw new ServiceError('not_found', `No NFT ${tokenId} of ${address} is known on ${chain.title}.`)
}

const statusOf = ({ uri_synced_at, due_at, error }: StateRow, now: number) => {
  const isDue = due_at !== null && due_at <= now
  if (isDue || (uri_synced_at === null && error === null)) return 'QUEUED'
  if (error === null) return 'SYNCED'
  return error === noDocumentNamed ? 'NO_URI' : 'FAILED'
}
