import type { Transaction } from 'kysely'
import { nftWords } from '#lib/evm/chain/search-index/index-documents.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { NftTransferRow } from '#lib/evm/chain/tables/token-tables.ts'
import { batchesOf } from '#lib/store/batches-of.ts'
import { deleteFullTexts } from '#lib/store/full-text.ts'
import type { Store } from '#lib/store/store.ts'

const tokensPerStatement = 500

/**
 * Restores NFT documents after transfers were removed or replaced: tokens that no longer exist lose theirs, the others get a new
 * minting block. Documents read on the reverted branch (`asked`) are read again. Search words follow.
 */
export const revertDocuments = async (
  store: Store<EvmTables>,
  transaction: Transaction<EvmTables>,
  chain: number,
  { removed, asked }: { removed: readonly NftTransferRow[]; asked: readonly Uint8Array[] },
): Promise<void> => {
  const touched = new Map(removed.map((row) => [keyOf(row.token_hash), row]))
  const askedKeys = new Set(asked.map(keyOf))
  const hashes = [...new Map([...asked, ...removed.map((row) => row.token_hash)].map((h) => [keyOf(h), h])).values()]
  for (const batch of batchesOf(hashes, tokensPerStatement)) {
    const documents = await transaction
      .selectFrom('evm_nft_metadata as m')
      .leftJoin('evm_nft_tokens as t', (join) =>
        join
          .onRef('t.chain', '=', 'm.chain')
          .onRef('t.token_address', '=', 'm.token_address')
          .onRef('t.token_hash', '=', 'm.token_hash'),
      )
      .select(['m.id', 'm.token_hash', 'm.minted_block as noted_block', 't.minted_block', 't.first_block'])
      .where('m.chain', '=', chain)
      .where('m.token_hash', 'in', batch)
      .execute()
    const gone = documents.filter(
      ({ first_block, token_hash }) => first_block === null && touched.has(keyOf(token_hash)),
    )
    const left = documents.filter((document) => !gone.includes(document))
    const again = left.filter(({ token_hash }) => askedKeys.has(keyOf(token_hash))).map(({ id }) => id)
    await forgetWords(transaction, chain, [...gone.map(({ id }) => id), ...again])
    await store.deleteMany(
      transaction,
      'evm_nft_metadata',
      gone.map(({ id }) => ({ chain, id })),
    )
    if (again.length > 0)
      await transaction
        .updateTable('evm_nft_metadata')
        .set(unread)
        .where('chain', '=', chain)
        .where('id', 'in', again)
        .execute()
    for (const { id, noted_block, minted_block } of left)
      if (noted_block !== minted_block)
        await transaction
          .updateTable('evm_nft_metadata')
          .set({ minted_block })
          .where('chain', '=', chain)
          .where('id', '=', id)
          .execute()
  }
}

/** Due at once, as if it had never been read. */
const unread = {
  token_uri: null,
  metadata: null,
  name: null,
  description: null,
  attributes: null,
  media_uri: null,
  media_key: null,
  uri_synced_at: null,
  metadata_synced_at: null,
  due_at: 0,
  failures: 0,
  error: null,
  fault: null,
}

const forgetWords = async (
  transaction: Transaction<EvmTables>,
  chain: number,
  ids: readonly number[],
): Promise<void> => {
  if (ids.length === 0) return
  await transaction.deleteFrom('evm_nft_texts').where('chain', '=', chain).where('id', 'in', ids).execute()
  await deleteFullTexts(transaction, nftWords, chain, ids)
}

const keyOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')
