import type { Kysely } from 'kysely'
import { toBytes, toHex } from '#lib/evm/decode/bytes.ts'
import type { Hex } from '#lib/evm/node/block.ts'
import { writeChainRow } from '#lib/evm/stored/chain-row.ts'
import { linkAt } from '#lib/evm/stored/links.ts'
import { recordReads } from '#lib/evm/stored/recent-reads.ts'
import type { EvmTables } from '#lib/evm/tables.ts'
import type { ContractKind, ContractRow } from '#lib/evm/token-tables.ts'
import type { BlockLink } from '#lib/indexing/chain.ts'
import type { Store } from '#lib/store/store.ts'
import type { ContractMetadata } from './read-contracts.ts'

/** Seconds after a contract's first failure; each further one doubles them. */
const retrySecondsFirst = 60
const retrySecondsMax = 24 * 3_600

/** Contracts whose turn it is at `now` (unix seconds), those that wait longest first. */
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
 * Notes what contracts answered. They are asked again when a reorg reverts what they may have answered from: `askedAt` is the
 * newest block that was stored before they were asked; when another replaced it meanwhile, their answers are dropped.
 */
export const writeContractMetadata = (
  store: Store<EvmTables>,
  chain: number,
  facts: readonly ContractMetadata[],
  now: number,
  askedAt?: BlockLink,
): Promise<void> =>
  changeContracts(store, chain, facts, askedAt, (row, said) => {
    const kind = higherKind(row, said)
    if (said.isComplete) {
      const { name, symbol, decimals } = said
      return { ...row, kind, name, symbol, decimals, ask_at: null, failures: 0 }
    }
    const name = said.name ?? row.name
    const symbol = said.symbol ?? row.symbol
    return postponed({ ...row, kind, name, symbol, decimals: said.decimals ?? row.decimals }, now)
  })

/** Puts contracts off that no node answered for. */
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
    undefined,
    (row) => postponed(row, now),
  )

type ContractMetadataRow = Omit<ContractRow, 'note'>

const columns = ['chain', 'address', 'kind', 'name', 'symbol', 'decimals', 'ask_at', 'failures'] as const

/** Rows that are gone by now stay gone. */
const changeContracts = <Reason extends { address: Hex }>(
  store: Store<EvmTables>,
  chain: number,
  reasons: readonly Reason[],
  askedAt: BlockLink | undefined,
  change: (row: ContractMetadataRow, reason: Reason) => ContractMetadataRow,
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

const strengths: Record<ContractKind, number> = { ERC20: 1, ERC721: 2, ERC1155: 3 }

/** A kind is never lowered. A contract that claims ERC721 but has ERC20 events and decimals is lying: ERC721 has no decimals. */
const higherKind = (row: ContractMetadataRow, said: ContractMetadata): ContractKind | null => {
  if (said.kind === null) return row.kind
  if (row.kind === null) return said.kind
  if (row.kind === 'ERC20' && said.kind === 'ERC721' && (said.decimals ?? 0) > 0) return row.kind
  return strengths[said.kind] > strengths[row.kind] ? said.kind : row.kind
}

const postponed = (row: ContractMetadataRow, now: number): ContractMetadataRow => ({
  ...row,
  failures: row.failures + 1,
  ask_at: now + Math.min(retrySecondsMax, retrySecondsFirst * 2 ** Math.min(row.failures, 20)),
})
