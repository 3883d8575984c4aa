import { type Kysely, sql } from 'kysely'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { addTokens, type TokenWithoutRow } from './stored-metadata.ts'

/** The position of a walk over tokens: after this one, in key order. */
export type WalkPlace = { address: Uint8Array; hash: Uint8Array }

const tokensAtOnce = 1_000

/**
 * One step of a walk over the tokens of a chain or of one contract: tokens without a row get one, due at `now`, and
 * rows get the block of minting. Returns where to continue; undefined at the end.
 */
export const walkTokens = async (
  db: Kysely<EvmTables>,
  chain: number,
  after: WalkPlace,
  contract: Uint8Array | undefined,
  now: number,
): Promise<WalkPlace | undefined> => {
  const within = contract
    ? sql`token_address = ${contract} and token_hash > ${after.hash}`
    : sql`(token_address, token_hash) > (${after.address}, ${after.hash})`
  const { rows } = await sql<TokenWithoutRow & { id: number | null; noted_block: number | null }>`
    select t.token_address, t.token_hash, t.token_id, t.minted_block, m.id, m.minted_block as noted_block
    from (
      select token_address, token_hash, token_id, minted_block from evm_nft_tokens
      where chain = ${chain} and ${within}
      order by token_address, token_hash limit ${tokensAtOnce}
    ) as t
    left join evm_nft_metadata as m on m.chain = ${chain} and m.token_hash = t.token_hash
    order by t.token_address, t.token_hash`.execute(db)
  await addTokens(
    db,
    chain,
    rows.filter(({ id }) => id === null),
    now,
  )
  for (const { id, minted_block, noted_block } of rows)
    if (id !== null && minted_block !== noted_block)
      await db
        .updateTable('evm_nft_metadata')
        .set({ minted_block })
        .where('chain', '=', chain)
        .where('id', '=', id)
        .execute()
  const last = rows.at(-1)
  return rows.length < tokensAtOnce || !last ? undefined : { address: last.token_address, hash: last.token_hash }
}

/** Before the first token of all. */
export const walkStart: WalkPlace = { address: new Uint8Array(0), hash: new Uint8Array(0) }
