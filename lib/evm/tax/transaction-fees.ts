import { toHex } from '#lib/base/bytes.ts'
import { isServiceError } from '#lib/base/errors.ts'
import type { StoredTransaction } from '#lib/evm/chain/decode/records.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { inParallel } from '#lib/evm/query/in-parallel.ts'

/** What a transaction cost its signer, and coin that a rollup created for it. */
export type PaidFee = {
  fee: bigint
  /** Coin that came with the transaction from the chain below (deposits of the OP Stack). */
  minted: bigint
  /** One sentence if a part of the fee is not known. */
  omission?: string
}

/** The type of the first transaction in each block of the OP Stack, and of deposits. */
const depositType = 0x7e
const blobType = 0x03
/** EIP-4844. */
const gasPerBlob = 131_072n
const hashBytes = 32n
const nodeReadsAtOnce = 4

/**
 * The fees of transactions by their positions. On the OP Stack, the fee for data is only in receipts, so that it is asked of a node.
 * Where rollups charge for data in gas (Arbitrum), it is in the gas used.
 */
export const readFees = async (
  context: EvmQueryContext,
  chain: ServedChain,
  transactions: readonly StoredTransaction[],
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<StoredTransaction, PaidFee>> => {
  if (transactions.length === 0) return new Map()
  const [onStack, blobFees] = await Promise.all([
    blocksOfOpStack(context, chain, transactions),
    readBlobFees(context, chain, transactions),
  ])
  const fees = await inParallel(transactions, nodeReadsAtOnce, async (row): Promise<PaidFee> => {
    const execution = BigInt(row.gas_used) * BigInt(row.gas_price)
    if (onStack.has(row.block_number)) return await feeOnStack(context, chain, { row, execution, signal })
    if (row.type !== blobType) return { fee: execution, minted: 0n }
    const blobs = blobFees.get(`${row.block_number}/${row.transaction_index}`)
    if (blobs === undefined) return { fee: execution, minted: 0n, omission: 'The fee for blobs is not known.' }
    return { fee: execution + blobs, minted: 0n }
  })
  return new Map(transactions.map((row, index) => [row, fees[index] ?? { fee: 0n, minted: 0n }]))
}

/** Blocks that begin with a deposit of the OP Stack, as all of its blocks do. */
const blocksOfOpStack = async (
  { store: { db } }: EvmQueryContext,
  chain: ServedChain,
  transactions: readonly StoredTransaction[],
): Promise<ReadonlySet<number>> => {
  const rows = await db
    .selectFrom('evm_transactions')
    .select('block_number')
    .where('chain', '=', chain.id)
    .where('block_number', 'in', [...new Set(transactions.map(({ block_number }) => block_number))])
    .where('transaction_index', '=', 0)
    .where('type', '=', depositType)
    .execute()
  return new Set(rows.map(({ block_number }) => block_number))
}

const readBlobFees = async (
  { store: { db } }: EvmQueryContext,
  chain: ServedChain,
  transactions: readonly StoredTransaction[],
): Promise<ReadonlyMap<string, bigint>> => {
  const blocks = transactions.filter(({ type }) => type === blobType).map(({ block_number }) => block_number)
  if (blocks.length === 0) return new Map()
  const rows = await db
    .selectFrom('evm_blob_transactions')
    .select(['block_number', 'transaction_index', 'blob_gas_price', 'hashes'])
    .where('chain', '=', chain.id)
    .where('block_number', 'in', [...new Set(blocks)])
    .execute()
  return new Map(
    rows.flatMap(({ block_number, transaction_index, blob_gas_price, hashes }) => {
      if (blob_gas_price === null) return []
      const blobs = BigInt(hashes.byteLength) / hashBytes
      return [[`${block_number}/${transaction_index}`, blobs * gasPerBlob * BigInt(blob_gas_price)] as const]
    }),
  )
}

type OnStack = { row: StoredTransaction; execution: bigint; signal: AbortSignal | undefined }

/** A deposit is paid on the chain below. */
const feeOnStack = async (
  { node }: EvmQueryContext,
  chain: ServedChain,
  { row, execution, signal }: OnStack,
): Promise<PaidFee> => {
  const isDeposit = row.type === depositType
  const unknown: PaidFee = isDeposit
    ? { fee: 0n, minted: 0n, omission: 'What was deposited is not known.' }
    : { fee: execution, minted: 0n, omission: 'The fee for data (L1 fee) is not known.' }
  try {
    const mined = await node.sentTransaction?.(chain, toHex(row.hash), signal)
    if (!mined) return unknown
    if (isDeposit) return { fee: 0n, minted: mined.sent.mint ?? 0n }
    const { l1Fee } = mined.receipt
    return l1Fee == null ? unknown : { fee: execution + l1Fee, minted: 0n }
  } catch (error) {
    if (!isServiceError(error)) throw error
    return unknown
  }
}
