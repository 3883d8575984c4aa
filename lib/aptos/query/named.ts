import { type Kysely, sql } from 'kysely'
import type { AptosNamed, AptosTables } from '#lib/aptos/chain/tables.ts'
import { toHex } from '#lib/base/bytes.ts'
import { nameWords, startsWith, wordsEnd } from '#lib/base/name-words.ts'

/** Words checked for one text: a short one is a prefix of many. The shortest come first, so exact matches are included. */
const wordsMax = 400

export type Named = { name: string | null; symbol?: string | null }

/** The ids of a kind with a word that starts so, from a range of the words' key; also words of former names: see `isNamed`. */
export const idsNamed = async (db: Kysely<AptosTables>, chainId: number, prefix: Uint8Array) => {
  const { rows: words } = await sql<{ kind: number; id: Uint8Array }>`
    select kind, id from aptos_name_words
    where chain_id = ${chainId} and word >= ${prefix} and word < ${wordsEnd(prefix)}
    order by word limit ${wordsMax}`.execute(db)
  return (named: AptosNamed): Uint8Array[] => [
    ...new Map(words.flatMap(({ kind, id }) => (kind === named ? [[toHex(id), id] as const] : []))).values(),
  ]
}

/** Whether a word of its present name or symbol starts so. */
export const isNamed = ({ name, symbol = null }: Named, prefix: Uint8Array): boolean =>
  nameWords({ name, symbol }).some((word) => startsWith(word, prefix))
