import { type Kysely, sql } from 'kysely'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import { transactionDealing } from '#lib/evm/api/format/transaction-dealing.ts'
import { transferDealing } from '#lib/evm/api/format/transfer-dealing.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { EvmTables, TransactionRow } from '#lib/evm/chain/tables/tables.ts'
import type { Erc20TransferRow } from '#lib/evm/chain/tables/token-tables.ts'
import { addDealing, type Dealing, type Evidence, noEvidence } from '#lib/format/look-alike.ts'
import type { EvmQueryContext } from './context.ts'
import { marksOf } from './flags.ts'
import { transactionOf } from './key-joins.ts'
import { type RangedChain, rangedChain, sourceOf } from './ranged-chain.ts'

/** A dealing with its position in the chain: block, transaction, log. */
export type PlacedDealing = { place: readonly [number, number, number]; dealing: Dealing }

/** Transactions, and transfers on each side of the wallet, that are read. */
const dealingsMax = 500

/**
 * The evidence by which the other sides of a wallet's rows are judged: whom the wallet paid, and who paid it. Read are its newest 500
 * transactions, and 500 ERC20 transfers on each side, up to `newestBlock`, besides the rows themselves. Only what the wallet signed
 * counts as sent: a token can emit a transfer from any wallet.
 */
export const readWalletEvidence = async (
  context: EvmQueryContext,
  chain: ServedChain,
  { wallet, newestBlock, rows }: { wallet: string; newestBlock: number; rows: readonly PlacedDealing[] },
): Promise<Evidence> => {
  const { db } = context.store
  const range = { ...(await rangedChain(context, chain)), address: toBytes(wallet), newestBlock }
  const [transactions, sent, received] = await Promise.all([
    ownTransactions(db, range),
    ownTransfers(db, range, 'from_address'),
    ownTransfers(db, range, 'to_address'),
  ])
  const transfers = [...sent, ...received]
  const marks = await marksOf(context, chain.id, [...new Set(transfers.map((row) => toHex(row.token_address)))])
  const known = transfers.map((row): PlacedDealing => {
    const transfer = {
      from: { address: toHex(row.from_address) },
      to: { address: toHex(row.to_address) },
      amount: row.value,
      isSpam: marks.flags(toHex(row.token_address)).possible_spam,
    }
    const isSigned = row.signer !== null && toHex(row.signer) === wallet
    return {
      place: [row.block_number, row.transaction_index, row.log_index],
      dealing: signedDealing(transferDealing(transfer, wallet), isSigned),
    }
  })
  return evidenceOf(wallet, [...known, ...transactions.map((row) => placedTransaction(row, wallet)), ...rows])
}

/** What the wallet did not sign, it did not send. */
export const signedDealing = (dealing: Dealing, isSigned: boolean): Dealing =>
  dealing.kind === 'sent' && !isSigned ? { ...dealing, kind: 'received' } : dealing

const evidenceOf = (wallet: string, dealings: readonly PlacedDealing[]): Evidence => {
  const evidence = noEvidence(wallet)
  for (const { dealing } of dealings.toSorted(newestFirst)) addDealing(evidence, dealing)
  return evidence
}

const newestFirst = ({ place: a }: PlacedDealing, { place: b }: PlacedDealing): number =>
  b[0] - a[0] || b[1] - a[1] || b[2] - a[2]

type WalletRange = RangedChain & { address: Uint8Array; newestBlock: number }

type OwnTransaction = Pick<
  TransactionRow,
  'block_number' | 'transaction_index' | 'from_address' | 'to_address' | 'value' | 'status'
> & { input_bytes: number }

const ownTransactions = async (
  db: Kysely<EvmTables>,
  { chain, address, newestBlock }: WalletRange,
): Promise<OwnTransaction[]> => {
  const { rows } = await sql<OwnTransaction>`
    select t.block_number, t.transaction_index, t.from_address, t.to_address, t.value, t.status, length(t.input) as input_bytes
    from (
      select block_number, transaction_index from evm_wallet_transactions
      where chain = ${chain} and address = ${address} and block_number <= ${newestBlock}
      order by block_number desc, transaction_index desc limit ${dealingsMax}
    ) as own join evm_transactions as t on ${transactionOf(chain, 'own')}`.execute(db)
  return rows
}

const placedTransaction = (row: OwnTransaction, wallet: string): PlacedDealing => ({
  place: [row.block_number, row.transaction_index, 0],
  dealing: transactionDealing(
    {
      from_address: toHex(row.from_address),
      to_address: row.to_address && toHex(row.to_address),
      value: row.value,
      receipt_status: row.status === null ? null : String(row.status),
      input: Number(row.input_bytes) > 0 ? '0x00' : '0x',
    },
    wallet,
  ),
})

type OwnTransfer = Erc20TransferRow & { signer: Uint8Array | null }

const ownTransfers = async (
  db: Kysely<EvmTables>,
  { chain, fanout, address, newestBlock }: WalletRange,
  side: 'from_address' | 'to_address',
): Promise<OwnTransfer[]> => {
  const range = { column: side, address }
  const source = sourceOf(db, { table: 'evm_erc20_transfers', ranges: [range], fanout })
  const { rows } = await sql<OwnTransfer>`
    select own.*, t.from_address as signer from (
      select block_number, transaction_index, log_index, token_address, from_address, to_address, value
      from ${sql.table(source.table)}
      where chain = ${chain} and block_number <= ${newestBlock} and ${source.isIn(range)}
      order by block_number desc, log_index desc limit ${dealingsMax}
    ) as own left join evm_transactions as t on ${transactionOf(chain, 'own')}`.execute(db)
  return rows
}
