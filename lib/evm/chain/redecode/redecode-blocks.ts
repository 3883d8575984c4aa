import { type Kysely, sql } from 'kysely'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import { ambiguousContracts, decodeTokens } from '#lib/evm/chain/decode/decode-tokens.ts'
import type { DecodableLog, TokenRows } from '#lib/evm/chain/decode/token-rows.ts'
import { tokenTopics } from '#lib/evm/chain/decode/token-topics.ts'
import { writeChainRow } from '#lib/evm/chain/stored/chain-row.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { ContractKind, Erc20TransferRow, NftTransferRow } from '#lib/evm/chain/tables/token-tables.ts'
import { addTokenRows } from '#lib/evm/chain/write/add-token-rows.ts'
import { countStoredTransfers } from '#lib/evm/chain/write/count-transfers.ts'
import { restoreTokenStates } from '#lib/evm/chain/write/restore-token-states.ts'
import { revertDocuments } from '#lib/evm/chain/write/revert-documents.ts'
import { deleteBlockRows, transferRows } from '#lib/evm/chain/write/table-reverts.ts'
import { addTokensOfBlocks } from '#lib/evm/nft/metadata/stored-metadata.ts'
import type { BlockRange } from '#lib/indexing/intervals.ts'
import { batchesOf } from '#lib/store/batches-of.ts'
import type { Store } from '#lib/store/store.ts'

const topics = tokenTopics.map(toBytes)

/** The stored logs of these blocks that decoding reads, in order of position. */
const storedTokenLogs = async (
  db: Kysely<EvmTables>,
  chain: number,
  { first, last }: BlockRange,
): Promise<DecodableLog[]> => {
  const rows = await db
    .selectFrom('evm_logs as l')
    .innerJoin('evm_transactions as t', (join) =>
      join
        .onRef('t.chain', '=', 'l.chain')
        .onRef('t.block_number', '=', 'l.block_number')
        .onRef('t.transaction_index', '=', 'l.transaction_index'),
    )
    .select(['l.block_number', 'l.transaction_index', 'l.log_index', 'l.address', 'l.data', 't.hash', 't.value'])
    .select(['l.topic0', 'l.topic1', 'l.topic2', 'l.topic3'])
    .where('l.chain', '=', chain)
    .where('l.block_number', '>=', first)
    .where('l.block_number', '<=', last)
    .where('l.topic0', 'in', topics)
    .orderBy('l.block_number')
    .orderBy('l.transaction_index')
    .orderBy('l.log_index')
    .execute()
  return rows.map((row) => ({
    blockNumber: row.block_number,
    transactionIndex: row.transaction_index,
    logIndex: row.log_index,
    transactionHash: toHex(row.hash),
    transactionValue: BigInt(row.value),
    address: toHex(row.address),
    topics: [row.topic0, row.topic1, row.topic2, row.topic3].flatMap((topic) => (topic ? toHex(topic) : [])),
    data: toHex(row.data),
  }))
}

type Transfers = Omit<TokenRows, 'contracts'>
type Comparison = { decoded: TokenRows; stored: Transfers; differences: number }

/** Values of one `in (…)`; SQLite takes 32,766. */
const addressesPerStatement = 1_000

/**
 * Decodes the stored logs of blocks first..last again, and replaces the token rows of these blocks if they differ.
 * Returns how many rows were missing or wrong. Takes no lock if there are none.
 */
export const redecodeBlocks = async (store: Store<EvmTables>, chain: number, blocks: BlockRange): Promise<number> => {
  if ((await compareBlocks(store.db, chain, blocks)).differences === 0) return 0
  return await store.db.transaction().execute(async (transaction) => {
    await writeChainRow(transaction, chain, {})
    // Repeated under the lock: a reorg may have replaced blocks since.
    const { decoded, stored, differences } = await compareBlocks(transaction, chain, blocks)
    if (differences === 0) return 0
    await countStoredTransfers({ store, transaction, chain }, stored, { sign: -1 })
    await deleteBlockRows(transaction, transferRows, chain, blocks)
    await restoreTokenStates(store, transaction, blocks, stored.nftTransfers)
    await addTokenRows(store, transaction, chain, { rows: decoded })
    // Documents follow their tokens at once: otherwise only those of new blocks are looked for so soon.
    const removed = [...stored.nftTransfers, ...decoded.nftTransfers]
    await revertDocuments(store, transaction, chain, { removed, asked: [] })
    await addTokensOfBlocks(transaction, chain, blocks, Date.now())
    return differences
  })
}

const compareBlocks = async (db: Kysely<EvmTables>, chain: number, blocks: BlockRange): Promise<Comparison> => {
  const logs = await storedTokenLogs(db, chain, blocks)
  const kinds = await contractKinds(db, chain, ambiguousContracts(logs))
  const decoded = decodeTokens(chain, logs, (address) => kinds.get(address))
  const stored = {
    nftTransfers: await storedRows<NftTransferRow>(db, 'evm_nft_transfers', chain, blocks),
    erc20Transfers: await storedRows<Erc20TransferRow>(db, 'evm_erc20_transfers', chain, blocks),
    erc20Approvals: await storedRows<Erc20TransferRow>(db, 'evm_erc20_approvals', chain, blocks),
  }
  const contracts = [...decoded.contracts.keys()]
  const known = await contractKinds(db, chain, contracts)
  const unknownContracts = contracts.filter((address) => !known.has(address)).length
  return { decoded, stored, differences: unknownContracts + countDifferences(decoded, stored) }
}

type TransferTable = keyof typeof transferRows

const storedRows = async <Row>(
  db: Kysely<EvmTables>,
  table: TransferTable,
  chain: number,
  { first, last }: BlockRange,
): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select * from ${sql.table(table)} where chain = ${chain} and block_number between ${first} and ${last}`.execute(db)
  return rows
}

const contractKinds = async (
  db: Kysely<EvmTables>,
  chain: number,
  addresses: readonly Hex[],
): Promise<Map<Hex, ContractKind | null>> => {
  const kinds = new Map<Hex, ContractKind | null>()
  for (const batch of batchesOf(addresses, addressesPerStatement)) {
    const rows = await db
      .selectFrom('evm_contracts')
      .select(['address', 'kind'])
      .where('chain', '=', chain)
      .where('address', 'in', batch.map(toBytes))
      .execute()
    for (const { address, kind } of rows) kinds.set(toHex(address), kind)
  }
  return kinds
}

/** Rows that only one side has; one that differs counts once. */
const countDifferences = (decoded: Transfers, stored: Transfers): number => {
  const unmatched = new Set(rowTexts(stored))
  let missing = 0
  for (const text of rowTexts(decoded)) if (!unmatched.delete(text)) missing++
  return Math.max(missing, unmatched.size)
}

const rowTexts = ({ nftTransfers, erc20Transfers, erc20Approvals }: Transfers): string[] => [
  ...nftTransfers.map((row) => rowText('nft', row)),
  ...erc20Transfers.map((row) => rowText('transfer', row)),
  ...erc20Approvals.map((row) => rowText('approval', row)),
]

const rowText = (kind: string, row: object): string => {
  const columns = Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1))
  return `${kind} ${columns.map(([, value]) => (value instanceof Uint8Array ? toHex(value) : String(value))).join(' ')}`
}
