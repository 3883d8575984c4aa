import { zeroAddress } from '#lib/encoding/address.ts'
import type { EvmBlock, EvmLog, EvmTransaction, Hex } from '#lib/evm/node/block.ts'
import { InconsistentAnswer } from '#lib/evm/node/inconsistent-answer.ts'
import type { NodeBlock, NodeHeader, NodeLog, NodeReceipt, NodeTransaction } from '#lib/evm/node/parse.ts'
import { Bloom, isEmptyBloom } from '#lib/evm/proof/bloom.ts'

export type CheckOptions = {
  /**
   * Whether the block's bloom must be exactly the bloom of its logs, and log indexes without gaps. Off for chains known
   * to count logs otherwise (Cronos, in recorded blocks); there, indexes only have to increase.
   */
  checkBloom: boolean
}

const zeroHash: Hex = `0x${'0'.repeat(64)}`

/**
 * Checks a block against its receipts and joins them. Facts in both must agree, indexes must have no gaps, and the
 * header's bloom must match the logs, so that an omitted receipt or log is detected. Throws InconsistentAnswer.
 */
export function checkedBlock(block: NodeBlock, receipts: readonly NodeReceipt[], options: CheckOptions): EvmBlock {
  const { transactions, logsBloom, ...header } = block
  if (receipts.length !== transactions.length) {
    throw fault(block, `${transactions.length} transactions but ${receipts.length} receipts`)
  }
  const inOrder = receipts.every((receipt, index) => receipt.transactionIndex === index)
  const ordered = inOrder ? receipts : receipts.toSorted((a, b) => a.transactionIndex - b.transactionIndex)
  let nextLog = 0
  const joined = transactions.map((transaction, index) => {
    const receipt = ordered[index]
    if (!receipt) throw fault(block, `no receipt for transaction ${index}`)
    checkPlace(block, transaction, receipt, index)
    for (const log of receipt.logs) {
      const mayLeap = !options.checkBloom && log.logIndex > nextLog
      checkLog(block, receipt, log, mayLeap ? log.logIndex : nextLog)
      nextLog = log.logIndex + 1
    }
    return join(block, transaction, receipt)
  })
  if (options.checkBloom && logsBloom !== null) checkBloom(block, logsBloom, joined)
  return { ...header, transactions: joined }
}

/**
 * Checks that consecutive blocks from one batch link. A block that does not link may be wrong, or the result of a reorg
 * during the request, which a second request resolves.
 */
export function checkSuccession(
  blocks: readonly Pick<NodeHeader, 'number' | 'hash' | 'parentHash' | 'timestamp'>[],
): void {
  for (const [index, block] of blocks.entries()) {
    const parent = blocks[index - 1]
    if (!parent) continue
    if (parent.hash !== block.parentHash)
      throw fault(block, `parent ${block.parentHash}, but before it is ${parent.hash}`)
    if (block.timestamp < parent.timestamp) {
      throw fault(block, `timestamp ${block.timestamp} before that of its parent, ${parent.timestamp}`)
    }
  }
}

function checkPlace(block: NodeBlock, transaction: NodeTransaction, receipt: NodeReceipt, index: number): void {
  if (transaction.index !== index) throw fault(block, `transaction ${index} says it is ${transaction.index}`)
  if (receipt.transactionIndex !== index) throw fault(block, `receipt ${index} says it is ${receipt.transactionIndex}`)
  if (receipt.transactionHash !== transaction.hash) {
    throw fault(block, `receipt ${index} is of ${receipt.transactionHash}, the transaction is ${transaction.hash}`)
  }
  if (transaction.blockHash !== block.hash || transaction.blockNumber !== block.number) {
    throw fault(block, `transaction ${index} is of block ${transaction.blockNumber} ${transaction.blockHash}`)
  }
  if (receipt.blockHash !== block.hash || receipt.blockNumber !== block.number) {
    throw fault(block, `receipt ${index} is of block ${receipt.blockNumber} ${receipt.blockHash}`)
  }
}

function checkLog(block: NodeBlock, receipt: NodeReceipt, log: NodeLog, index: number): void {
  if (log.logIndex !== index) throw fault(block, `log ${index} says it is ${log.logIndex}`)
  if (log.blockHash !== block.hash || log.blockNumber !== block.number) {
    throw fault(block, `log ${index} is of block ${log.blockNumber} ${log.blockHash}`)
  }
  // System transactions of some L2s and of BSC have logs without a transaction hash.
  if (log.transactionHash !== receipt.transactionHash && log.transactionHash !== zeroHash) {
    throw fault(block, `log ${index} is of transaction ${log.transactionHash}`)
  }
  if (log.transactionIndex !== receipt.transactionIndex) {
    throw fault(block, `log ${index} is of transaction number ${log.transactionIndex}`)
  }
}

function checkBloom(block: NodeBlock, logsBloom: Hex, transactions: readonly EvmTransaction[]): void {
  const hasLogs = transactions.some(({ from, to, logs }) => !isStateSync(from, to) && logs.length > 0)
  if (!hasLogs && !isEmptyBloom(logsBloom)) throw fault(block, 'no logs, but its bloom says there are')
  if (!bloomOf(transactions).equals(logsBloom)) throw fault(block, 'its bloom is not the bloom of its logs')
}

/** Polygon's state sync runs outside the block: a transaction from zero to zero whose logs are in no bloom. */
const isStateSync = (from: Hex, to: Hex | null): boolean => from === zeroAddress && to === zeroAddress

export function bloomOf(transactions: readonly EvmTransaction[]): Bloom {
  const bloom = new Bloom()
  for (const { from, to, logs } of transactions) {
    if (isStateSync(from, to)) continue
    for (const log of logs) {
      bloom.add(log.address)
      for (const topic of log.topics) bloom.add(topic)
    }
  }
  return bloom
}

function join(block: NodeBlock, transaction: NodeTransaction, receipt: NodeReceipt): EvmTransaction {
  return {
    hash: transaction.hash,
    index: transaction.index,
    type: transaction.type,
    nonce: transaction.nonce,
    from: transaction.from,
    to: transaction.to,
    value: transaction.value,
    gas: transaction.gas,
    gasPrice: receipt.effectiveGasPrice ?? pricePaid(block, transaction),
    input: transaction.input,
    status: receipt.status,
    root: receipt.root,
    gasUsed: receipt.gasUsed,
    cumulativeGasUsed: receipt.cumulativeGasUsed,
    contractAddress: receipt.contractAddress,
    logs: receipt.logs.map(bare),
  }
}

const bare = ({ logIndex, address, topics, data }: NodeLog): EvmLog => ({ logIndex, address, topics, data })

/** For receipts without effectiveGasPrice (EIP-1559): min(base fee + tip, fee cap). */
function pricePaid({ baseFeePerGas }: NodeBlock, transaction: NodeTransaction): bigint {
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas } = transaction
  if (maxFeePerGas === null || maxPriorityFeePerGas === null || baseFeePerGas === null) return gasPrice ?? 0n
  const wanted = baseFeePerGas + maxPriorityFeePerGas
  return wanted < maxFeePerGas ? wanted : maxFeePerGas
}

const fault = (block: { number: number; hash: Hex }, words: string): InconsistentAnswer =>
  new InconsistentAnswer(`block ${block.number} (${block.hash}) has ${words}`)
