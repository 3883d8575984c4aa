import type { Kysely, Transaction } from 'kysely'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import { tokenHash } from '#lib/evm/chain/decode/token-hash.ts'
import { writeChainRow } from '#lib/evm/chain/stored/chain-row.ts'
import { contractKind } from '#lib/evm/chain/stored/contract-kind.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { Erc20TransferRow, NftTransferRow } from '#lib/evm/chain/tables/token-tables.ts'
import type { Store } from '#lib/store/store.ts'
import { addTokenRows } from './add-token-rows.ts'
import { countStoredTransfers } from './count-transfers.ts'

/** Rows per transaction, which takes some tens of milliseconds: in between, the head is followed. */
const rowsAtOnce = 200
/** Contracts per statement of the search. */
const contractsAtOnce = 1_000

/**
 * Turns a contract that was classified as ERC20 into ERC721: the values of its transfers are token ids, and its
 * approvals are not allowances. Runs in separate transactions; if interrupted, another call continues. Does nothing for
 * a known ERC1155 contract.
 */
export const reclassifyContract = async (
  store: Store<EvmTables>,
  chain: number,
  address: Hex,
  signal?: AbortSignal,
): Promise<void> => {
  const contract = { chain, address: toBytes(address) }
  const inTransaction = (change: (transaction: Transaction<EvmTables>) => Promise<boolean>): Promise<boolean> =>
    store.db.transaction().execute(async (transaction) => {
      await writeChainRow(transaction, chain, {})
      return (await contractKind(transaction, chain, contract.address)) === 'ERC721' && change(transaction)
    })

  // First, so that blocks arriving in the meantime are decoded correctly.
  await store.db.transaction().execute(async (transaction) => {
    await writeChainRow(transaction, chain, {})
    await transaction
      .updateTable('evm_contracts')
      .set({ kind: 'ERC721' })
      .where('chain', '=', chain)
      .where('address', '=', contract.address)
      .where((where) => where.or([where('kind', 'is', null), where('kind', '=', 'ERC20')]))
      .execute()
  })
  for (const piece of [moveTransfers, dropApprovals])
    while (!signal?.aborted && (await inTransaction((transaction) => piece(store, transaction, contract)))) {}
}

/** Every ERC721 contract with remaining ERC20 rows. */
export async function* mistakenContracts(db: Kysely<EvmTables>, chain: number): AsyncGenerator<Hex> {
  for (let after: Uint8Array = new Uint8Array(); ; ) {
    const rows = await db
      .selectFrom('evm_contracts')
      .select('address')
      .where('chain', '=', chain)
      .where('address', '>', after)
      .orderBy('address')
      .limit(contractsAtOnce)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    yield* await mistakenAmong(
      db,
      chain,
      rows.map(({ address }) => address),
    )
    after = last.address
  }
}

type Contract = { chain: number; address: Uint8Array }

/** Rows of a few contracts, at most 1,000. */
export const mistakenAmong = async (
  db: Kysely<EvmTables>,
  chain: number,
  contracts: readonly Uint8Array[],
): Promise<Hex[]> => {
  const rows = await db
    .selectFrom('evm_contracts')
    .select('address')
    .where('chain', '=', chain)
    .where('address', 'in', contracts)
    .where('kind', '=', 'ERC721')
    .where(({ or, exists, selectFrom }) =>
      or(
        (['evm_erc20_transfers', 'evm_erc20_approvals'] as const).map((table) =>
          exists(
            selectFrom(table)
              .select(`${table}.block_number`)
              .where(`${table}.chain`, '=', chain)
              .whereRef(`${table}.token_address`, '=', 'evm_contracts.address'),
          ),
        ),
      ),
    )
    .execute()
  return rows.map(({ address }) => toHex(address))
}

/** Whether there may be more. */
const moveTransfers = async (
  store: Store<EvmTables>,
  transaction: Transaction<EvmTables>,
  contract: Contract,
): Promise<boolean> => {
  const rows = await firstRows(transaction, 'evm_erc20_transfers', contract)
  if (!rows.length) return false
  const values = await transactionValues(store, transaction, rows)
  const context = { store, transaction, chain: contract.chain }
  await countStoredTransfers(context, { erc20Transfers: rows, nftTransfers: [] }, { sign: -1 })
  await store.deleteMany(transaction, 'evm_erc20_transfers', rows.map(keyOf))
  const nftTransfers = rows.map((row) => nftTransfer(row, values.get(transactionKey(row)) ?? null))
  await addTokenRows(store, transaction, contract.chain, {
    rows: {
      nftTransfers,
      erc20Transfers: [],
      erc20Approvals: [],
      contracts: new Map(),
    },
  })
  return rows.length === rowsAtOnce
}

const dropApprovals = async (
  store: Store<EvmTables>,
  transaction: Transaction<EvmTables>,
  contract: Contract,
): Promise<boolean> => {
  const rows = await firstRows(transaction, 'evm_erc20_approvals', contract)
  await store.deleteMany(transaction, 'evm_erc20_approvals', rows.map(keyOf))
  return rows.length === rowsAtOnce
}

const firstRows = (
  transaction: Transaction<EvmTables>,
  table: 'evm_erc20_transfers' | 'evm_erc20_approvals',
  { chain, address }: Contract,
): Promise<Erc20TransferRow[]> =>
  transaction
    .selectFrom(table)
    .selectAll()
    .where('chain', '=', chain)
    .where('token_address', '=', address)
    .orderBy('block_number')
    .orderBy('log_index')
    .limit(rowsAtOnce)
    .execute()

const keyOf = ({ chain, block_number, log_index }: Erc20TransferRow) => ({ chain, block_number, log_index })

const transactionKey = ({ block_number, transaction_index }: { block_number: number; transaction_index: number }) =>
  `${block_number} ${transaction_index}`

/** Native values by transaction, where the transactions are stored. */
const transactionValues = async (
  store: Store<EvmTables>,
  transaction: Transaction<EvmTables>,
  rows: readonly Erc20TransferRow[],
): Promise<Map<string, string>> => {
  const keys = new Map(
    rows.map((row) => {
      const { chain, block_number, transaction_index } = row
      return [transactionKey(row), { chain, block_number, transaction_index }]
    }),
  )
  const columns = ['block_number', 'transaction_index', 'value'] as const
  const found = await store.findMany(transaction, 'evm_transactions', { columns, keys: [...keys.values()] })
  return new Map(found.map((row) => [transactionKey(row), row.value]))
}

/** The rows of the same log if the contract is known as ERC721. */
const nftTransfer = ({ value, ...row }: Erc20TransferRow, transactionValue: string | null): NftTransferRow => ({
  ...row,
  batch_index: 0,
  standard: 721,
  is_batch: 0,
  token_hash: tokenHash(row.token_address, value),
  operator: null,
  token_id: value,
  amount: '1',
  transaction_value: transactionValue,
})
