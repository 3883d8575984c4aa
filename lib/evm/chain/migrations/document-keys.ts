import type { Kysely } from 'kysely'
import { nftWords } from '#lib/evm/chain/search-index/index-documents.ts'
import { changePrimaryKey } from '#lib/store/dialect.ts'
import { addFullTextScopes } from '#lib/store/full-text.ts'

/** Keys of documents, their texts and words that begin with the chain, as those of all other tables. */
export const addChainToDocumentKeys = async (db: Kysely<unknown>): Promise<void> => {
  await changePrimaryKey(db, 'evm_nft_metadata', ['chain', 'id'])
  await changePrimaryKey(db, 'evm_nft_texts', ['chain', 'id'])
  await addFullTextScopes(db, nftWords, { table: 'evm_nft_texts', scope: 'chain' })
}
