import { type Kysely, sql } from 'kysely'
import type { Service } from '#lib/api/endpoint.ts'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import { tokenHash } from '#lib/evm/chain/decode/token-hash.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { NftTokenRow } from '#lib/evm/chain/tables/token-tables.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { openCursor, shownPage } from '#lib/evm/query/list-cursor.ts'
import { countedMax, totalShown } from '#lib/evm/query/totals.ts'
import { collectionCoverage, syncStatusOf } from './collection-coverage.ts'
import { balancesAfter, ownerCandidatesMax } from './nft-owners.ts'
import type { StoredNftFacts } from './nft-record.ts'
import { describeOwnedNfts } from './nft-surroundings.ts'
import { joinTokenFacts, type OwnedToken, tokenFacts } from './owner-list.ts'
import type { nftTokenEndpoints } from './token-contract.ts'

/** Owners of an ERC1155 token in the order of their balances' key, of which a page scans a part. */
export const nftTokenOwnersQuery =
  (context: EvmQueryContext): Service<typeof nftTokenEndpoints>['nftTokenOwners'] =>
  async (input, call) => {
    const chain = context.served.resolve(input.chain)
    const { address, token_id } = input
    const binding = { route: 'nftTokenOwners', filters: { chain: chain.id, address, token_id } }
    const place = openCursor(context, input.cursor, binding)
    const { limit, page } = place ?? { limit: input.limit, page: 1 }
    const status = syncStatusOf(await collectionCoverage(context, chain, [address], call))
    const { db } = context.store
    const token = await storedToken(db, chain.id, address, token_id)
    const after = place && toBytes(String(place.key[0]))
    const isShared = token?.standard === 1155
    const [{ rows, examinedTo }, counted] = await Promise.all([
      token && isShared ? sharedOwners(db, chain.id, token, after) : soleOwner(token),
      place
        ? place.total
        : input.disable_total
          ? null
          : token && isShared
            ? countHolders(db, chain.id, token.token_hash)
            : Number(token?.owner != null),
    ])
    const { recordOf, shownMax } = await describeOwnedNfts(context, chain.id, rows.slice(0, limit), input, call)
    const keyOf = ({ owner }: OwnedToken) => [toHex(owner)]
    const read = { rows: rows.slice(0, limit + 1), limit, page, total: counted, keyOf, recordOf, shownMax, examinedTo }
    const { shown: result, cursor } = shownPage(context, read, binding)
    const total = totalShown(counted, { cursor, limit, page, shown: result.length })
    return { total, page, page_size: limit, cursor, result, status }
  }

type Token = StoredNftFacts & Pick<NftTokenRow, 'owner' | 'changed_block' | 'changed_log' | 'changed_batch'>
type Owners = { rows: OwnedToken[]; examinedTo?: [string] }

const storedToken = async (
  db: Kysely<EvmTables>,
  chain: number,
  address: string,
  tokenId: string,
): Promise<Token | undefined> => {
  const contract = toBytes(address)
  const { rows } = await sql<Token>`
    select one.owner, one.changed_block, one.changed_log, one.changed_batch, ${tokenFacts}
    from (select * from evm_nft_tokens
      where chain = ${chain} and token_address = ${contract} and token_hash = ${tokenHash(contract, tokenId)}) as one
    ${joinTokenFacts(chain, 'one')}`.execute(db)
  return rows[0]
}

const soleOwner = (token: Token | undefined): Owners => ({
  rows: token?.owner ? [{ ...token, owner: token.owner, amount: '1' }] : [],
})

/** The owners among the next balances, which include empty ones. */
const sharedOwners = async (
  db: Kysely<EvmTables>,
  chain: number,
  token: Token,
  after: Uint8Array | undefined,
): Promise<Owners> => {
  const read = await balancesAfter(db, chain, token.token_hash, after)
  const candidates = read.slice(0, ownerCandidatesMax)
  const rows = candidates.filter(({ is_held }) => is_held === 1).map((balance) => ({ ...token, ...balance }))
  const last = read.length > ownerCandidatesMax ? candidates.at(-1) : undefined
  return { rows, ...(last && { examinedTo: [toHex(last.owner)] }) }
}

/** The owners of an ERC1155 token; null if there are too many balances to count. */
export const countHolders = async (db: Kysely<EvmTables>, chain: number, hash: Uint8Array): Promise<number | null> => {
  const { rows } = await sql<{ seen: number; held: number }>`
    select count(*) as seen, count(case when is_held = 1 then 1 end) as held from (
      select is_held from evm_nft_balances where chain = ${chain} and token_hash = ${hash} limit ${countedMax + 1}
    ) as balances`.execute(db)
  const { seen, held } = rows[0] ?? { seen: 0, held: 0 }
  return seen > countedMax ? null : held
}
