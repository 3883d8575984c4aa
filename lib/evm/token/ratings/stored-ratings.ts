import { type Kysely, sql } from 'kysely'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import { addContractWords } from '#lib/evm/chain/search-index/contract-words.ts'
import { writeChainRow } from '#lib/evm/chain/stored/chain-row.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { Alongside, Store } from '#lib/store/store.ts'
import type { Rating } from './rate.ts'
import type { StoredEvidence } from './read-evidence.ts'

export type DueContract = { address: Uint8Array; rated_at: number; due_at: number }

/** Contracts that are due at `now` (unix milliseconds), longest waiting first. */
export const dueContracts = (
  db: Kysely<EvmTables>,
  chain: number,
  now: number,
  countMax: number,
): Promise<DueContract[]> =>
  db
    .selectFrom('evm_ratings')
    .select(['address', 'rated_at', 'due_at'])
    .$narrowType<{ due_at: number }>()
    .where('chain', '=', chain)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(countMax)
    .execute()

/**
 * Makes unrated contracts due: one step of a walk over all contracts, which examines `countMax` of them. Returns where
 * to continue; undefined at the end.
 */
export const noticeContracts = async (
  store: Store<EvmTables>,
  chain: number,
  after: Uint8Array | undefined,
  { dueAt, countMax }: { dueAt: number; countMax: number },
): Promise<Uint8Array | undefined> => {
  const { rows } = await sql<{ address: Uint8Array; is_rated: number }>`
    select c.address, case when r.address is null then 0 else 1 end as is_rated from (
      select address from evm_contracts where chain = ${chain} ${after ? sql`and address > ${after}` : sql``}
      order by address limit ${countMax}
    ) as c
    left join evm_ratings as r on r.chain = ${chain} and r.address = c.address
    order by c.address`.execute(store.db)
  const added = rows.filter(({ is_rated }) => is_rated === 0)
  if (added.length > 0)
    await store.db.transaction().execute((transaction) =>
      store.upsertMany(transaction, 'evm_ratings', {
        key: ['chain', 'address'],
        rows: added.map(({ address }) => ({ chain, address, score: 0, reasons: '[]', rated_at: 0, due_at: dueAt })),
      }),
    )
  return rows.length === countMax ? rows.at(-1)?.address : undefined
}

type WrittenRating = Rating & { address: Uint8Array; due_at: number | null }

/** Stores ratings and search words of contracts. Contracts that a reorg removed meanwhile lose both. */
export const writeRatings = (
  store: Store<EvmTables>,
  chain: number,
  ratings: readonly WrittenRating[],
  {
    contracts,
    now,
    alongside,
  }: { contracts: readonly StoredEvidence[]; now: number; alongside?: Alongside<WrittenRating> | undefined },
): Promise<void> =>
  store.db.transaction().execute(async (transaction) => {
    await writeChainRow(transaction, chain, {})
    const keys = ratings.map(({ address }) => ({ chain, address }))
    const rows = await store.findMany(transaction, 'evm_contracts', { columns: ['address', 'name', 'symbol'], keys })
    const known = new Map(rows.map((row) => [toHex(row.address), row]))
    const isSame = ({ address, name, symbol }: StoredEvidence): boolean => {
      const row = known.get(toHex(toBytes(address)))
      return row !== undefined && row.name === name && row.symbol === symbol
    }
    await addContractWords(transaction, chain, contracts.filter(isSame))
    await store.deleteMany(
      transaction,
      'evm_ratings',
      keys.filter(({ address }) => !known.has(toHex(address))),
    )
    await store.upsertMany(transaction, 'evm_ratings', {
      key: ['chain', 'address'],
      rows: ratings
        .filter(({ address }) => known.has(toHex(address)))
        .toSorted((a, b) => Buffer.compare(a.address, b.address))
        .map(({ address, score, reasons, due_at }) => ({
          chain,
          address,
          score,
          reasons: JSON.stringify(reasons),
          rated_at: now,
          due_at,
        })),
    })
    await alongside?.(transaction, ratings)
  })
