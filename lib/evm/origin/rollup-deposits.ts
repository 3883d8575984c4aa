import type { Hex } from '#lib/base/hex.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { LogRow } from '#lib/evm/chain/tables/tables.ts'
import { labelsOn } from '#lib/evm/labels/known-addresses.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { findTransaction } from '#lib/evm/transaction/transaction.ts'
import { arbitrumDeposits } from './arbitrum-deposits.ts'
import type { EvmSentTransaction } from './contract.ts'
import { firstOtherChain } from './first-chain.ts'
import { opStackDeposits } from './op-stack-deposits.ts'
import type { RollupDeposit } from './rollup-deposit.ts'

/** Deposits that are listed: anyone can emit their logs. */
const depositsMax = 100
/** Deposits whose transactions are looked for: each may be a request to the nodes of all chains. */
const lookedForMax = 5

/** The deposits that these logs of a block report, in order. */
export const depositsIn = (logs: readonly LogRow[], blockHash: Hex): RollupDeposit[] =>
  [...opStackDeposits(logs, blockHash), ...arbitrumDeposits(logs)].sort((a, b) => a.logIndex - b.logIndex)

/** The deposits to rollups that the logs of a transaction report, and where they arrived. */
export const rollupDepositsOf = async (
  context: EvmQueryContext,
  chain: ServedChain,
  logs: readonly LogRow[],
  { blockHash, signal }: { blockHash: Hex; signal: AbortSignal | undefined },
): Promise<EvmSentTransaction['rollup_deposits']> => {
  const labelOf = labelsOn(context.known, chain.id)
  const deposits = depositsIn(logs, blockHash).slice(0, depositsMax)
  return await Promise.all(
    deposits.map(async ({ stack, logIndex, portal, messageNumber, from, to, mint, value, gasLimit, ...one }, index) => {
      const look = async (other: ServedChain, own: EvmQueryContext): Promise<Hex | undefined> => {
        const hash = one.hashOn(other.id)
        return (await findTransaction(own, other, hash, { signal })) && hash
      }
      const arrived = index < lookedForMax ? await firstOtherChain(context, chain, look, signal) : undefined
      return {
        stack,
        log_index: logIndex,
        portal,
        portal_label: labelOf(portal),
        message_number: messageNumber === undefined ? null : String(messageNumber),
        from,
        to,
        mint: String(mint),
        value: String(value),
        gas_limit: String(gasLimit),
        rollup_transaction_hash: arrived?.found ?? one.rollupHash ?? null,
        rollup_chain: arrived?.chain.name ?? null,
      }
    }),
  )
}
