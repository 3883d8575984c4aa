import type { Hex } from '#lib/base/hex.ts'
import type { EvmBlock } from '#lib/evm/chain/block.ts'
import type { HistoryPart } from '#lib/evm/chain/write/append-history.ts'

export const noSpeeds = { rows_per_second: null, blocks_per_second: null }

/** The contracts that emitted logs in these blocks. */
export const contractsIn = (blocks: readonly EvmBlock[]): Hex[] => [
  ...new Set(
    blocks.flatMap(({ transactions }) => transactions.flatMap(({ logs }) => logs.map(({ address }) => address))),
  ),
]

/** What a backfill of the contract reads of these blocks. */
export const partOf = (blocks: readonly EvmBlock[], address: Hex): HistoryPart => ({
  address,
  range: { first: blocks[0]?.number ?? 0, last: blocks.at(-1)?.number ?? 0 },
  logs: blocks.flatMap(({ number, transactions }) =>
    transactions.flatMap((transaction) =>
      transaction.logs
        .filter((log) => log.address === address)
        .map((log) => ({
          ...log,
          ...{ blockNumber: number, transactionIndex: transaction.index, transactionHash: transaction.hash },
          transactionValue: null,
        })),
    ),
  ),
  headers: blocks,
})
