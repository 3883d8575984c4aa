import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { deleteFullTexts, writeFullTexts } from '#lib/store/full-text.ts'
import type { Store } from '#lib/store/store.ts'
import { documentText } from './document-text.ts'
import { nftWords } from './index-documents.ts'

const documentsAtOnce = 200

/** Writes the words of a chain's documents, from the documents. */
export const indexWordsAgain = async ({ db }: Store<EvmTables>, chain: number): Promise<void> => {
  for (let after = 0; ; ) {
    const documents = await db
      .selectFrom('evm_nft_texts as t')
      .innerJoin('evm_nft_metadata as m', (join) => join.onRef('m.chain', '=', 't.chain').onRef('m.id', '=', 't.id'))
      .select(['m.id', 'm.chain', 'm.token_address', 'm.token_hash', 'm.name', 'm.description', 'm.attributes'])
      .select('m.metadata')
      .where('t.chain', '=', chain)
      .where('t.id', '>', after)
      .orderBy('t.id')
      .limit(documentsAtOnce)
      .execute()
    const last = documents.at(-1)
    if (!last) return
    const texts = documents.map((document) => ({
      id: document.id,
      scope: chain,
      words: documentText(document).words,
    }))
    await db.transaction().execute((transaction) => writeFullTexts(transaction, nftWords, texts))
    after = last.id
  }
}

/** Deletes the words of a chain's documents. */
export const forgetWords = async ({ db }: Store<EvmTables>, chain: number): Promise<void> => {
  for (let after = 0; ; ) {
    const texts = await db
      .selectFrom('evm_nft_texts')
      .select('id')
      .where('chain', '=', chain)
      .where('id', '>', after)
      .orderBy('id')
      .limit(documentsAtOnce)
      .execute()
    const last = texts.at(-1)
    if (!last) return
    const ids = texts.map(({ id }) => id)
    await db.transaction().execute((transaction) => deleteFullTexts(transaction, nftWords, chain, ids))
    after = last.id
  }
}
