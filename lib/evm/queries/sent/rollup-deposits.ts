import type { EvmSentTransaction } from '#lib/evm/contract/explorer/api.ts'
import { labelsOn } from '#lib/evm/labels/known-addresses.ts'
import type { Hex } from '#lib/evm/node/block.ts'
import type { EvmQueryContext } from '#lib/evm/queries/parts/context.ts'
import { findTransaction } from '#lib/evm/queries/transaction/transaction.ts'
import type { ServedChain } from '#lib/evm/served.ts'
import type { LogRow } from '#lib/evm/tables.ts'
import { firstOtherChain } from './first-chain.ts'
import { rollupDeposits } from './op-stack-deposits.ts'

/** Deposits that are listed: anyone can emit their logs. */
const depositsMax = 100
/** Deposits whose transactions are looked for: each may be a request to the nodes of all chains. */
const lookedForMax = 5

/** The deposits to rollups that the logs of a transaction report, and where they arrived. */
export const rollupDepositsOf = async (
  context: EvmQueryContext,
  chain: ServedChain,
  logs: readonly LogRow[],
  blockHash: Hex,
  signal: AbortSignal | undefined,
): Promise<EvmSentTransaction['rollup_deposits']> => {
  const labelOf = labelsOn(context.known, chain.id)
  const deposits = rollupDeposits(logs, blockHash).slice(0, depositsMax)
  return await Promise.all(
    deposits.map(async ({ logIndex, portal, from, to, mint, value, gasLimit, rollupHash }, index) => {
      const look = (other: ServedChain) => findTransaction(context, other, rollupHash, signal)
      const arrived = index < lookedForMax ? await firstOtherChain(context, chain, look, signal) : undefined
      return {
        log_index: logIndex,
        portal,
        portal_label: labelOf(portal),
        from,
        to,
        mint: String(mint),
        value: String(value),
        gas_limit: String(gasLimit),
        rollup_transaction_hash: rollupHash,
        rollup_chain: arrived?.chain.name ?? null,
      }
    }),
  )
}
