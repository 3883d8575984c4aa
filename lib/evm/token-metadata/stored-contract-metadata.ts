import type { Kysely } from 'kysely'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import { writeChainRow } from '#lib/evm/chain/stored/chain-row.ts'
import { linkAt } from '#lib/evm/chain/stored/links.ts'
import { recordReads } from '#lib/evm/chain/stored/recent-reads.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { type ContractKind, type ContractRow, isHigherKind } from '#lib/evm/chain/tables/token-tables.ts'
import type { BlockLink } from '#lib/indexing/chain.ts'
import type { Store } from '#lib/store/store.ts'
import type { ContractMetadata } from './read-contracts.ts'

/** Seconds after a contract's first failure; each further one doubles them. */
const retrySecondsFirst = 60
const retrySecondsMax = 24 * 3_600

/** Contracts that are due at `now` (unix seconds), longest waiting first. */
export const contractsToRead = async (
  db: Kysely<EvmTables>,
  chain: number,
  now: number,
  countMax: number,
): Promise<Hex[]> => {
  const rows = await db
    .selectFrom('evm_contracts')
    .select('address')
    .where('chain', '=', chain)
    .where('ask_at', '<=', now)
    .orderBy('ask_at')
    .limit(countMax)
    .execute()
  return rows.map(({ address }) => toHex(address))
}

/**
 * Stores what contracts returned. They are read again if a reorg reverts the blocks that the result may depend on:
 * `askedAt` is the newest block that was stored before the calls; if it was replaced meanwhile, the results are
 * dropped.
 */
export const writeContractMetadata = (
  store: Store<EvmTables>,
  chain: number,
  facts: readonly ContractMetadata[],
  { now, askedAt }: { now: number; askedAt?: BlockLink | undefined },
): Promise<void> =>
  changeContracts(store, chain, facts, {
    askedAt,
    change: (row, reported) => {
      const kind = higherKind(row, reported)
      if (reported.isComplete) {
        const { name, symbol, decimals } = reported
        return { ...row, kind, name, symbol, decimals, ask_at: null, failures: 0, read_at: now }
      }
      const name = reported.name ?? row.name
      const symbol = reported.symbol ?? row.symbol
      return postponed({ ...row, kind, name, symbol, decimals: reported.decimals ?? row.decimals }, now)
    },
  })

/** Postpones contracts for which no node answered. */
export const postponeContracts = (
  store: Store<EvmTables>,
  chain: number,
  addresses: readonly Hex[],
  now: number,
): Promise<void> =>
  changeContracts(
    store,
    chain,
    addresses.map((address) => ({ address })),
    { askedAt: undefined, change: (row) => postponed(row, now) },
  )

type ContractMetadataRow = Omit<ContractRow, 'note'>

const columns = ['chain', 'address', 'kind', 'name', 'symbol', 'decimals', 'ask_at', 'failures', 'read_at'] as const

/** Rows deleted meanwhile stay deleted. */
const changeContracts = <Reason extends { address: Hex }>(
  store: Store<EvmTables>,
  chain: number,
  reasons: readonly Reason[],
  {
    askedAt,
    change,
  }: { askedAt: BlockLink | undefined; change: (row: ContractMetadataRow, reason: Reason) => ContractMetadataRow },
): Promise<void> =>
  store.db.transaction().execute(async (transaction) => {
    await writeChainRow(transaction, chain, {})
    if (askedAt && (await linkAt(transaction, chain, askedAt.number))?.hash !== askedAt.hash) return
    const keys = reasons.map(({ address }) => ({ chain, address: toBytes(address) }))
    const stored = await store.findMany(transaction, 'evm_contracts', { columns, keys })
    const rows = new Map(stored.map((row) => [toHex(row.address), row]))
    const changed = reasons.flatMap((reason) => {
      const row = rows.get(reason.address)
      return row ? change(row, reason) : []
    })
    await store.upsertMany(transaction, 'evm_contracts', { key: ['chain', 'address'], rows: changed })
    await recordReads(
      transaction,
      chain,
      changed.map(({ address }) => address),
    )
  })

/** A kind is never lowered. A contract that claims ERC721 but has ERC20 events and decimals is lying: ERC721 has no decimals. */
const higherKind = (row: ContractMetadataRow, reported: ContractMetadata): ContractKind | null => {
  if (row.kind === 'ERC20' && reported.kind === 'ERC721' && (reported.decimals ?? 0) > 0) return row.kind
  return isHigherKind(reported.kind, row.kind) ? reported.kind : row.kind
}

const postponed = (row: ContractMetadataRow, now: number): ContractMetadataRow => ({
  ...row,
  failures: row.failures + 1,
  ask_at: now + Math.min(retrySecondsMax, retrySecondsFirst * 2 ** Math.min(row.failures, 20)),
})
