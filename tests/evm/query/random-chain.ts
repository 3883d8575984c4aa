import { createHash } from 'node:crypto'
import type { Hex } from '#lib/base/hex.ts'
import type { EvmBlobs, EvmBlock, EvmBlockBody, EvmTransaction } from '#lib/evm/chain/block.ts'

export const hashOf = (...parts: (string | number)[]): Hex =>
  `0x${createHash('sha256').update(parts.join('/')).digest('hex')}`

export const walletOf = (index: number): Hex => `0x${hashOf('wallet', index).slice(2, 42)}`

export type RandomChainOptions = {
  /** Blocks of another fork have other hashes and other transactions. */
  fork?: string
  wallets?: number
  transactionsPerBlockMax?: number
  firstTimestamp?: number
}

/**
 * Blocks that follow `parent` (or begin at `first`). Some share a second with the one before, some are empty; transactions
 * create contracts, go to their sender, fail, carry logs, and meet the same few wallets again and again.
 */
export const randomBlocks = (
  count: number,
  after: EvmBlock | { first: number },
  random: () => number,
  options: RandomChainOptions = {},
): EvmBlock[] => {
  const { fork = 'main', firstTimestamp = 1_600_000_000 } = options
  const blocks: EvmBlock[] = []
  let parent = 'hash' in after ? after : undefined
  for (let index = 0; index < count; index++) {
    const number = parent ? parent.number + 1 : 'first' in after ? after.first : 0
    const block = randomBlock(number, fork, random, options, {
      parentHash: parent?.hash ?? hashOf('genesis', fork),
      timestamp: parent ? parent.timestamp + Math.floor(random() * 3) * 12 : firstTimestamp,
    })
    blocks.push(block)
    parent = block
  }
  return blocks
}

const randomBlock = (
  number: number,
  fork: string,
  random: () => number,
  { wallets = 12, transactionsPerBlockMax = 6 }: RandomChainOptions,
  link: Pick<EvmBlock, 'parentHash' | 'timestamp'>,
): EvmBlock => {
  let logIndex = 0
  const transactions = Array.from({ length: Math.floor(random() * (transactionsPerBlockMax + 1)) }, (_, index) => {
    const transaction = randomTransaction(number, index, fork, random, wallets, logIndex)
    logIndex += transaction.logs.length
    return transaction
  })
  return {
    ...link,
    number,
    hash: hashOf('block', fork, number, link.parentHash),
    miner: walletOf(0),
    gasUsed: transactions.reduce((sum, { gasUsed }) => sum + gasUsed, 0n),
    gasLimit: 30_000_000n,
    baseFeePerGas: number % 5 === 0 ? null : 7n,
    size: number % 7 === 0 ? null : 500 + number,
    transactions,
    body: bodyOf(number, fork),
  }
}

/** Every third block pays validators, and every fourth includes uncles. */
const bodyOf = (number: number, fork: string): EvmBlockBody => ({
  withdrawals: Array.from({ length: number % 3 === 0 ? 1 + (number % 5) : 0 }, (_, index) => ({
    index: BigInt(100 * number + index),
    validatorIndex: BigInt(number + index),
    address: walletOf(index),
    amount: BigInt(hashOf('amount', fork, number, index).slice(0, 10)),
  })),
  uncles: Array.from({ length: number % 4 === 0 ? 1 + (number % 2) : 0 }, (_, index) =>
    hashOf('uncle', fork, number, index),
  ),
})

const randomTransaction = (
  number: number,
  index: number,
  fork: string,
  random: () => number,
  wallets: number,
  firstLogIndex: number,
): EvmTransaction => {
  const pick = () => walletOf(Math.floor(random() * random() * wallets))
  const from = pick()
  const creates = random() < 0.1
  const status = random() < 0.05 ? null : random() < 0.1 ? 0 : 1
  const hasInput = random() < 0.5
  const topics = [hashOf('topic', 0), hashOf('topic', from), hashOf('topic', index), hashOf('topic', 3)]
  return {
    hash: hashOf('transaction', fork, number, index),
    index,
    type: Math.floor(random() * 3),
    nonce: BigInt(number),
    from,
    to: creates ? null : random() < 0.1 ? from : pick(),
    value: BigInt(Math.floor(random() * 1e9)) * 10n ** 12n,
    gas: 100_000n,
    gasPrice: 14_219_353_417n,
    input: hasInput || creates ? hashOf('input', number, index) : '0x',
    status,
    root: status === null ? hashOf('root', number, index) : null,
    gasUsed: hasInput ? 43_210n : 21_000n,
    cumulativeGasUsed: 21_000n * BigInt(index + 1),
    contractAddress: creates ? `0x${hashOf('contract', fork, number, index).slice(2, 42)}` : null,
    logs: Array.from({ length: status === 0 ? 0 : Math.floor(random() * 4) }, (_, offset) => ({
      logIndex: firstLogIndex + offset,
      address: pick(),
      topics: topics.slice(0, Math.floor(random() * 5)),
      data: offset === 0 ? '0x' : hashOf('data', number, index),
    })),
    ...(number % 7 === 0 && { blobs: blobsOf(number, index) }),
  }
}

const blobsOf = (number: number, index: number): EvmBlobs => ({
  versionedHashes: Array.from({ length: 1 + (index % 3) }, (_, place) => hashOf('blob', number, index, place)),
  maxFeePerGas: 50n,
  gasPrice: number % 2 === 0 ? BigInt(number + 1) : null,
})
