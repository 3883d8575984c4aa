import type { Hex } from '#lib/base/hex.ts'
import { zeroAddress } from '#lib/base/zero-address.ts'
import type { EvmBlock, EvmLog, EvmTransaction } from '#lib/evm/chain/block.ts'
import { Bloom } from '#lib/evm/chain/checks/bloom.ts'
import { InconsistentAnswer } from '#lib/evm/chain/rpc/inconsistent-answer.ts'
import type { NodeBlock, NodeHeader, NodeReceipt, NodeTransaction, ReceiptLog } from '#lib/evm/chain/rpc/parse.ts'

/** A block joined with its receipts, and what its logs say about it. */
export type JoinedBlock = {
  block: EvmBlock
  /** The node reports a bloom, which is the one of these logs; or it reports none. */
  bloom: 'equal' | 'different' | 'not_said'
  /** Why logs may be missing: the bloom differs, or log indexes have a gap. */
  logFault: InconsistentAnswer | undefined
}

/**
 * Checks a block against its receipts and joins them. Facts in both must agree where both state them, and what one of
 * them leaves out is taken from the other: positions, gas, log indexes. Throws InconsistentAnswer.
 */
export function joinedBlock(block: NodeBlock, receipts: readonly NodeReceipt[], compareBloom: boolean): JoinedBlock {
  const { transactions, logsBloom, gasUsed, ...header } = block
  if (receipts.length !== transactions.length) {
    throw fault(block, `${transactions.length} transactions but ${receipts.length} receipts`)
  }
  const placed = receipts.map((receipt, index) => ({ receipt, index: receipt.transactionIndex ?? index }))
  const inOrder = placed.every(({ index }, at) => index === at)
  const ordered = inOrder ? placed : placed.toSorted((a, b) => a.index - b.index)
  const numbering = createLogNumbering(block)
  let cumulative = 0n
  const joined = transactions.map((transaction, index) => {
    const receipt = ordered[index]?.receipt
    if (!receipt) throw fault(block, `no receipt for transaction ${index}`)
    checkPlace(block, transaction, receipt, index)
    for (const log of receipt.logs) checkLog(block, transaction, log, index)
    const used = receipt.gasUsed ?? (receipt.cumulativeGasUsed ?? cumulative) - cumulative
    cumulative = receipt.cumulativeGasUsed ?? cumulative + used
    const gas = { gasUsed: used < 0n ? 0n : used, cumulativeGasUsed: cumulative }
    return join(block, transaction, receipt, { index, gas, logs: numbering.number(receipt.logs) })
  })
  const bloomFault = compareBloom && logsBloom !== null ? faultOfBloom(block, logsBloom, joined) : undefined
  return {
    block: { ...header, gasUsed: gasUsed ?? cumulative, transactions: joined },
    bloom: logsBloom === null ? 'not_said' : bloomFault ? 'different' : 'equal',
    logFault: bloomFault ?? numbering.gap(),
  }
}

export type CheckOptions = {
  /** Whether logs that may be missing are a fault. Off for chains that count logs otherwise (Cronos). */
  checkBloom: boolean
}

/** The same for a block whose logs must be complete. */
export function checkedBlock(block: NodeBlock, receipts: readonly NodeReceipt[], options: CheckOptions): EvmBlock {
  const joined = joinedBlock(block, receipts, options.checkBloom)
  if (options.checkBloom && joined.logFault) throw joined.logFault
  return joined.block
}

/**
 * Log indexes within the block: as reported while they increase. A node that starts again with each transaction
 * (Erigon's first eth_getBlockReceipts), or reports none, has its logs counted here.
 */
const createLogNumbering = (block: NodeBlock) => {
  let next = 0
  let counted = 0
  let gap: InconsistentAnswer | undefined
  const number = (logs: readonly ReceiptLog[]): EvmLog[] => {
    const startsAgain = next > 0 && logs[0]?.logIndex === 0
    return logs.map(({ logIndex: reported, address, topics, data }, index) => {
      const isReported = reported !== null && !startsAgain
      if (startsAgain && reported !== index)
        throw fault(block, `log ${index} of a transaction, which says it is ${reported}`)
      const logIndex = isReported ? reported : Math.max(next, counted)
      if (logIndex < next) throw fault(block, `log ${next} says it is ${logIndex}`)
      if (logIndex > next) gap ??= fault(block, `log ${next} says it is ${logIndex}`)
      next = logIndex + 1
      counted += 1
      return { logIndex, address, topics, data }
    })
  }
  return { number, gap: () => gap }
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

/** Throws if something says that it is elsewhere; what says nothing is where it stands. */
function checkPlace(block: NodeBlock, transaction: NodeTransaction, receipt: NodeReceipt, index: number): void {
  if (differs(transaction.index, index)) throw fault(block, `transaction ${index} says it is ${transaction.index}`)
  if (differs(receipt.transactionIndex, index))
    throw fault(block, `receipt ${index} says it is ${receipt.transactionIndex}`)
  if (differs(receipt.transactionHash, transaction.hash)) {
    throw fault(block, `receipt ${index} is of ${receipt.transactionHash}, the transaction is ${transaction.hash}`)
  }
  for (const [what, { blockHash, blockNumber }] of [
    ['transaction', transaction],
    ['receipt', receipt],
  ] as const)
    if (differs(blockHash, block.hash) || differs(blockNumber, block.number))
      throw fault(block, `${what} ${index} is of block ${blockNumber} ${blockHash}`)
}

function checkLog(block: NodeBlock, transaction: NodeTransaction, log: ReceiptLog, index: number): void {
  const which = `log ${log.logIndex ?? ''} of transaction ${index}`
  if (differs(log.blockHash, block.hash) || differs(log.blockNumber, block.number))
    throw fault(block, `${which} is of block ${log.blockNumber} ${log.blockHash}`)
  if (differs(log.transactionHash, transaction.hash))
    throw fault(block, `${which} is of transaction ${log.transactionHash}`)
  if (differs(log.transactionIndex, index))
    throw fault(block, `${which} is of transaction number ${log.transactionIndex}`)
}

const differs = <T>(stated: T | null, value: T): boolean => stated !== null && stated !== value

function faultOfBloom(
  block: NodeBlock,
  logsBloom: Hex,
  transactions: readonly EvmTransaction[],
): InconsistentAnswer | undefined {
  if (bloomOf(transactions).equals(logsBloom)) return undefined
  const hasLogs = transactions.some(({ from, to, logs }) => !isStateSync(from, to) && logs.length > 0)
  return fault(block, hasLogs ? 'its bloom is not the bloom of its logs' : 'no logs, but its bloom says there are')
}

/** Polygon's state sync runs outside the block: a transaction from zero to zero whose logs are in no bloom. */
const isStateSync = (from: Hex, to: Hex | null): boolean => from === zeroAddress && to === zeroAddress

function bloomOf(transactions: readonly EvmTransaction[]): Bloom {
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

type Derived = { index: number; gas: Pick<EvmTransaction, 'gasUsed' | 'cumulativeGasUsed'>; logs: EvmLog[] }

function join(
  block: NodeBlock,
  transaction: NodeTransaction,
  receipt: NodeReceipt,
  { index, gas, logs }: Derived,
): EvmTransaction {
  return {
    hash: transaction.hash,
    index,
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
    ...gas,
    contractAddress: receipt.contractAddress,
    logs,
    ...(transaction.blobs && { blobs: { ...transaction.blobs, gasPrice: receipt.blobGasPrice } }),
  }
}

/** For receipts without effectiveGasPrice (EIP-1559): min(base fee + tip, fee cap). */
function pricePaid({ baseFeePerGas }: NodeBlock, transaction: NodeTransaction): bigint {
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas } = transaction
  if (maxFeePerGas === null || maxPriorityFeePerGas === null || baseFeePerGas === null) return gasPrice ?? 0n
  const wanted = baseFeePerGas + maxPriorityFeePerGas
  return wanted < maxFeePerGas ? wanted : maxFeePerGas
}

const fault = (block: { number: number; hash: Hex }, words: string): InconsistentAnswer =>
  new InconsistentAnswer(`block ${block.number} (${block.hash}) has ${words}`)
