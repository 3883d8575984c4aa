import type { Hex } from '#lib/base/hex.ts'
import { kindsWithoutValue } from '#lib/evm/chain/block.ts'
import type { CallFrame } from './call-tree.ts'

/** Native coin that one call moved. */
export type CoinMove = { from: Hex; to: Hex; value: bigint }

/** The native coin that the calls of a transaction moved, as far as it lasted. */
export const coinMoves = (frames: readonly CallFrame[]): CoinMove[] =>
  frames.flatMap(({ type, from, to, value, isUndone }) =>
    isUndone || to === null || value === 0n || kindsWithoutValue.has(type) ? [] : [{ from, to, value }],
  )

/** The address that eth_simulateV1 gives to transfers of the native coin, which it reports as those of a token. */
const coinAddress: Hex = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const wordLength = 66

/** Separates the logs of contracts from those with which eth_simulateV1 reports native transfers. */
export const withoutCoinLogs = (logs: CallFrame['logs']): { logs: CallFrame['logs']; coinMoves: CoinMove[] } => ({
  logs: logs.filter(({ address }) => address !== coinAddress),
  coinMoves: logs.flatMap(({ address, topics: [, from, to], data }) => {
    if (address !== coinAddress || !from || !to || data.length !== wordLength) return []
    return [{ from: lastAddress(from), to: lastAddress(to), value: BigInt(data) }]
  }),
})

const lastAddress = (word: Hex): Hex => `0x${word.slice(-40)}`
