import { toBytes, toHex } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import type { EvmBlobs, EvmBlock, EvmTransaction, EvmWithdrawal } from '#lib/evm/chain/block.ts'
import { storedChecks } from '#lib/evm/chain/checks/stored-checks.ts'
import type { BlobTransactionRow, PackedRow, WithdrawalAddressRow } from '#lib/evm/chain/tables/body-tables.ts'
import type {
  BlockRow,
  LogRow,
  TransactionHashRow,
  TransactionRow,
  WalletTransactionRow,
} from '#lib/evm/chain/tables/tables.ts'

/** Index, validator and amount are uint64 (EIP-4895), big-endian; between them the address. */
const withdrawalBytes = 8 + 8 + 20 + 8
const hashBytes = 32

export const packedWithdrawals = (withdrawals: readonly EvmWithdrawal[]): Uint8Array => {
  const packed = Buffer.alloc(withdrawals.length * withdrawalBytes)
  for (const [position, { index, validatorIndex, address, amount }] of withdrawals.entries()) {
    const at = position * withdrawalBytes
    packed.writeBigUInt64BE(index, at)
    packed.writeBigUInt64BE(validatorIndex, at + 8)
    packed.set(toBytes(address), at + 16)
    packed.writeBigUInt64BE(amount, at + 36)
  }
  return packed
}

export const unpackedWithdrawals = (bytes: Uint8Array): EvmWithdrawal[] => {
  const packed = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Array.from({ length: packed.length / withdrawalBytes }, (_, position) => {
    const at = position * withdrawalBytes
    return {
      index: packed.readBigUInt64BE(at),
      validatorIndex: packed.readBigUInt64BE(at + 8),
      address: toHex(packed.subarray(at + 16, at + 36)),
      amount: packed.readBigUInt64BE(at + 36),
    }
  })
}

const packedHashes = (hashes: readonly Hex[]): Uint8Array => Buffer.concat(hashes.map(toBytes))

export const unpackedHashes = (bytes: Uint8Array): Hex[] =>
  Array.from({ length: bytes.length / hashBytes }, (_, position) =>
    toHex(bytes.subarray(position * hashBytes, (position + 1) * hashBytes)),
  )

type Parties = Pick<TransactionRow, 'from_address' | 'to_address' | 'contract_address'>

/** The distinct addresses whose lists contain a transaction: sender, receiver, created contract. */
export const participants = ({ from_address, to_address, contract_address }: Parties): Uint8Array[] => {
  const addresses = [from_address]
  for (const address of [to_address, contract_address])
    if (address !== null && !addresses.some((known) => Buffer.compare(known, address) === 0)) addresses.push(address)
  return addresses
}

type BlockRows = {
  blocks: BlockRow[]
  transactions: TransactionRow[]
  logs: LogRow[]
  hashes: TransactionHashRow[]
  walletTransactions: WalletTransactionRow[]
  withdrawals: PackedRow[]
  withdrawalAddresses: WithdrawalAddressRow[]
  uncles: PackedRow[]
  blobs: BlobTransactionRow[]
}

/** The rows stored for these blocks. Pure; rows are in block order. */
export const blockRows = (chain: number, blocks: readonly EvmBlock[]): BlockRows => {
  const rows: BlockRows = {
    ...{ blocks: [], transactions: [], logs: [], hashes: [], walletTransactions: [] },
    ...{ withdrawals: [], withdrawalAddresses: [], uncles: [], blobs: [] },
  }
  for (const block of blocks) {
    rows.blocks.push(blockRow(chain, block))
    const { withdrawals = [], uncles = [] } = block.body ?? {}
    const inBlock = { chain, block_number: block.number }
    if (withdrawals.length > 0) rows.withdrawals.push({ ...inBlock, packed: packedWithdrawals(withdrawals) })
    for (const address of new Set(withdrawals.map((one) => one.address)))
      rows.withdrawalAddresses.push({ ...inBlock, address: toBytes(address) })
    if (uncles.length > 0) rows.uncles.push({ ...inBlock, packed: packedHashes(uncles) })
    for (const transaction of block.transactions) {
      const position = { chain, block_number: block.number, transaction_index: transaction.index }
      const row = transactionRow(chain, block.number, transaction)
      rows.transactions.push(row)
      rows.hashes.push({ ...position, hash_prefix: hashPrefix(row.hash) })
      for (const address of participants(row)) rows.walletTransactions.push({ ...position, address })
      if (transaction.blobs) rows.blobs.push(blobRow(position, transaction.blobs))
      for (const log of logRows(chain, block.number, transaction)) rows.logs.push(log)
    }
  }
  return rows
}

/** The column is not nullable: empty text is a block without a limit. */
const storedGasLimit = ({ gasLimit }: EvmBlock): string => (gasLimit === null ? '' : String(gasLimit))
export const readGasLimit = ({ gas_limit }: Pick<BlockRow, 'gas_limit'>): string | null => gas_limit || null

export const blockRow = (chain: number, block: EvmBlock): BlockRow => ({
  chain,
  number: block.number,
  timestamp: block.timestamp,
  transaction_count: block.transactions.length,
  log_count: block.transactions.reduce((sum, { logs }) => sum + logs.length, 0),
  size: block.size,
  hash: toBytes(block.hash),
  parent_hash: toBytes(block.parentHash),
  miner: toBytes(block.miner),
  gas_used: String(block.gasUsed),
  gas_limit: storedGasLimit(block),
  base_fee_per_gas: block.baseFeePerGas === null ? null : String(block.baseFeePerGas),
  checks: block.checks ? storedChecks(block.checks) : null,
})

export const transactionRow = (chain: number, blockNumber: number, transaction: EvmTransaction): TransactionRow => ({
  chain,
  block_number: blockNumber,
  transaction_index: transaction.index,
  type: transaction.type,
  status: transaction.status,
  hash: toBytes(transaction.hash),
  from_address: toBytes(transaction.from),
  to_address: transaction.to === null ? null : toBytes(transaction.to),
  contract_address: transaction.contractAddress === null ? null : toBytes(transaction.contractAddress),
  root: transaction.root === null ? null : toBytes(transaction.root),
  nonce: String(transaction.nonce),
  value: String(transaction.value),
  gas: String(transaction.gas),
  gas_price: String(transaction.gasPrice),
  gas_used: String(transaction.gasUsed),
  cumulative_gas_used: String(transaction.cumulativeGasUsed),
  input: toBytes(transaction.input),
})

const blobRow = (
  position: Pick<BlobTransactionRow, 'chain' | 'block_number' | 'transaction_index'>,
  { versionedHashes, maxFeePerGas, gasPrice }: EvmBlobs,
): BlobTransactionRow => ({
  ...position,
  max_fee_per_blob_gas: String(maxFeePerGas),
  blob_gas_price: gasPrice === null ? null : String(gasPrice),
  hashes: packedHashes(versionedHashes),
})

export const logRows = (chain: number, blockNumber: number, transaction: EvmTransaction): LogRow[] =>
  transaction.logs.map(({ logIndex, address, topics, data }) => ({
    chain,
    block_number: blockNumber,
    transaction_index: transaction.index,
    log_index: logIndex,
    address: toBytes(address),
    topic0: topicBytes(topics[0]),
    topic1: topicBytes(topics[1]),
    topic2: topicBytes(topics[2]),
    topic3: topicBytes(topics[3]),
    data: toBytes(data),
  }))

const topicBytes = (topic: string | undefined): Uint8Array | null => (topic === undefined ? null : toBytes(topic))

/** The lookup key of `evm_transaction_hashes`. */
export const hashPrefix = (hash: Uint8Array): Uint8Array => hash.subarray(0, 8)
