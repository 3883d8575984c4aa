import type { Output, Service } from '#lib/api/endpoint.ts'
import { toHex } from '#lib/base/bytes.ts'
import { blockCheckNames, type CheckOutcome, notPossibleWords } from '#lib/evm/api/block-checks.ts'
import { blockChecks as recomputed } from '#lib/evm/chain/checks/block-checks.ts'
import { chainRules } from '#lib/evm/chain/checks/chain-rules.ts'
import { readChecks } from '#lib/evm/chain/checks/stored-checks.ts'
import { type EvmQueryContext, fetchRawBlock } from '#lib/evm/query/context.ts'
import { knownBlock, rowOf } from '#lib/evm/query/find-block.ts'
import type { proofEndpoints } from '#lib/evm/transaction/proof-contract.ts'

/** The results from indexing; from the node if these are unknown, or on request. */
export const blockChecksQuery =
  (context: EvmQueryContext): Service<typeof proofEndpoints>['evmBlockChecks'] =>
  async (input, call) => {
    const chain = context.served.resolve(input.chain)
    const found = await knownBlock(context, chain, input.block_number_or_hash, call?.signal)
    const row = rowOf(chain, found)
    const block = { block_number: String(row.number), block_hash: toHex(row.hash) }
    if ('stored' in found && row.checks !== null && !input.again) {
      const stored = readChecks(row.checks)
      const checks = blockCheckNames.map((check) => ({
        check,
        ...words(stored[check]),
        reported: null,
        computed: null,
      }))
      return { ...block, source: 'index', checks }
    }
    const raw = await fetchRawBlock(context, chain, row, call?.signal)
    const results = recomputed(raw.block, raw.receipts, raw.bloom, chainRules(chain.name))
    const checks = blockCheckNames.map((check) => {
      const { outcome, reported, computed } = results[check]
      return { check, ...words(outcome), reported, computed }
    })
    return { ...block, source: 'node', checks }
  }

type Words = Pick<Output<(typeof proofEndpoints)['evmBlockChecks']>['checks'][number], 'outcome' | 'reason'>

const words = (outcome: CheckOutcome | undefined): Words => {
  if (outcome === undefined) return { outcome: 'not_checked', reason: null }
  if (outcome === 'held' || outcome === 'failed') return { outcome, reason: null }
  return { outcome: 'not_possible', reason: notPossibleWords[outcome] }
}
