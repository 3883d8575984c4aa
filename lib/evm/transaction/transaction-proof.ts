import type { Service } from '#lib/api/endpoint.ts'
import { toHex } from '#lib/base/bytes.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { chainRules } from '#lib/evm/chain/checks/chain-rules.ts'
import { inclusionProof } from '#lib/evm/chain/checks/inclusion-proof.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { fetchRawBlock } from '#lib/evm/query/fetch-raw-block.ts'
import type { proofEndpoints } from './proof-contract.ts'
import { knownTransaction } from './transaction.ts'

/** Computed from the node's block each time: raw bytes are not stored. */
export const transactionProofQuery =
  (context: EvmQueryContext): Service<typeof proofEndpoints>['evmTransactionProof'] =>
  async (input, call) => {
    const chain = context.served.resolve(input.chain)
    const { stored } = await knownTransaction(context, chain, input.transaction_hash, { signal: call?.signal })
    const block = { number: stored.block_number, hash: stored.block_hash }
    const raw = await fetchRawBlock(context, chain, block, call?.signal)
    const hash = toHex(stored.hash)
    const proof = inclusionProof(raw.block, raw.receipts, hash, chainRules(chain.name))
    if (!proof)
      throw new ServiceError(
        'upstream_failed',
        `The node of ${chain.title} has block ${block.number} without this transaction.`,
      )
    const { index, ...parts } = proof
    return {
      transaction_hash: hash,
      transaction_index: index,
      block_number: String(block.number),
      block_hash: toHex(block.hash),
      ...parts,
    }
  }
