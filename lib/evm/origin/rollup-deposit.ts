import type { Hex } from '#lib/base/hex.ts'
import type { EvmSentTransaction } from './contract.ts'

/** A deposit that the portal or bridge of a rollup reports on the L1. Any contract can emit such logs. */
export type RollupDeposit = {
  stack: EvmSentTransaction['rollup_deposits'][number]['stack']
  logIndex: number
  portal: Hex
  /** Of Arbitrum: its place among all messages of the bridge. */
  messageNumber: bigint | undefined
  from: Hex
  /** Null: the deposit creates a contract. */
  to: Hex | null
  mint: bigint
  value: bigint
  gasLimit: bigint
  /** The hash of the transaction that it becomes on a rollup with this chain id. */
  hashOn: (chain: number) => Hex
  /** That hash, if it does not depend on the rollup. */
  rollupHash: Hex | undefined
}
