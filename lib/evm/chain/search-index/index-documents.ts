import { type Kysely, sql, type Transaction } from 'kysely'
import { toHex } from '#lib/base/bytes.ts'
import type { EvmTables, NftTextRow } from '#lib/evm/chain/tables/tables.ts'
import { deleteFullTexts, writeFullTexts } from '#lib/store/full-text.ts'
import type { Store } from '#lib/store/store.ts'
import { documentText, type SearchedDocument, type WrittenRow } from './document-text.ts'

/**
 * The key by which documents and their texts are upserted. SQLite takes the row id only, which is unique over all chains
 * of its file.
 */
export const documentKey = ({ dialect }: Pick<Store<EvmTables>, 'dialect'>): ('chain' | 'id')[] =>
  dialect === 'sqlite' ? ['id'] : ['chain', 'id']

/** The full-text table of the search. */
export const nftWords = 'evm_nft_words'

/**
 * Updates the search index of one chain's documents, in the transaction that stores them. A document with unchanged
 * words costs one read; rows without a document stay as they are.
 */
export const indexDocuments = async (
  store: Store<EvmTables>,
  transaction: Transaction<EvmTables>,
  rows: readonly WrittenRow[],
): Promise<void> => {
  const documents = rows.flatMap(documentIn)
  const [first] = documents
  if (!first) return
  const stored = await store.findMany(transaction, 'evm_nft_texts', {
    columns: ['id', 'named_at', 'name_digest', 'digest'],
    keys: documents.map(({ chain, id }) => ({ chain, id })),
  })
  const known = new Map(stored.map((row) => [row.id, row]))
  const changed = documents
    .map((document) => ({ document, text: documentText(document), before: known.get(document.id) }))
    .filter(({ text, before }) => !before || toHex(before.digest) !== toHex(text.digest))
  if (changed.length === 0) return
  const namedAt = (await newestNaming(transaction, first.chain)) + 1
  await store.upsertMany(transaction, 'evm_nft_texts', {
    key: documentKey(store),
    rows: changed.map(({ document, text, before }) => {
      const isNamed = !before || toHex(before.name_digest) !== toHex(text.name_digest)
      return textRow(document, text, isNamed ? namedAt : before.named_at)
    }),
  })
  await writeFullTexts(
    transaction,
    nftWords,
    changed.map(({ document: { id, chain }, text: { words } }) => ({ id, scope: chain, words })),
  )
}

const documentIn = (row: WrittenRow): SearchedDocument[] => {
  const { name = null, description = null, attributes = null, metadata = null } = row
  return metadata === null ? [] : [{ ...row, name, description, attributes, metadata }]
}

/** The highest `named_at` of a chain; 0 before the first. */
export const newestNaming = async (db: Kysely<EvmTables>, chain: number): Promise<number> => {
  const { rows } = await sql<{ newest: number | null }>`
    select max(named_at) as newest from evm_nft_texts where chain = ${chain}`.execute(db)
  return rows[0]?.newest ?? 0
}

export const textRow = (
  { id, chain, token_address, token_hash }: SearchedDocument,
  { name_digest, digest }: Pick<NftTextRow, 'name_digest' | 'digest'>,
  namedAt: number,
): NftTextRow => ({ id, chain, named_at: namedAt, token_address, token_hash, name_digest, digest })

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
