import type { Rates } from '#components/chain/rate-tiles.ts'
import type { Output } from '#lib/api/endpoint.ts'
import type { EvmExplorerApi } from '#lib/evm/explorer-api.ts'

type Block = Output<EvmExplorerApi['evmBlocks']>['result'][number]

/** What the strip and the figures of a chain need of a block. */
export type PulseBlock = {
  number: number
  /** Unix seconds. */
  time: number
  transactions: number
  /** From 0 to 1; null without a gas limit. */
  full: number | null
  /** In wei; null before EIP-1559. */
  baseFee: string | null
}

/** Blocks of a page of the newest ones, oldest first. */
export const pulseOf = ({ result }: { result: readonly Block[] }): PulseBlock[] =>
  result
    .map(({ block_number, block_timestamp, transaction_count, gas_used, gas_limit, base_fee_per_gas }) => ({
      number: Number(block_number),
      time: Date.parse(block_timestamp) / 1_000,
      transactions: transaction_count,
      full: gas_limit === null || gas_limit === '0' ? null : Number(gas_used) / Number(gas_limit),
      baseFee: base_fee_per_gas,
    }))
    .reverse()

/** The newest blocks that follow each other: rates are of these alone, for an index may have gaps. */
const unbroken = (blocks: readonly PulseBlock[]): readonly PulseBlock[] => {
  const isGap = (index: number) => blocks[index]?.number !== (blocks[index + 1]?.number ?? Number.NaN) - 1
  let first = blocks.length - 1
  while (first > 0 && !isGap(first - 1)) first--
  return blocks.slice(Math.max(0, first))
}

/** Rates over the newest blocks; undefined where fewer than two follow each other. */
export const ratesOf = (blocks: readonly PulseBlock[]): Rates | undefined => {
  const run = unbroken(blocks)
  const [first, last] = [run[0], run.at(-1)]
  if (!first || !last || run.length < 2) return undefined
  const seconds = last.time - first.time
  const transactions = run.slice(1).reduce((sum, block) => sum + block.transactions, 0)
  return {
    blocks: run.length,
    blockSeconds: seconds / (run.length - 1),
    transactionsPerSecond: seconds > 0 ? transactions / seconds : undefined,
  }
}
