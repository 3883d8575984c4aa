import type { CallContext } from '#lib/api/endpoint.ts'
import { decodeCall } from '#lib/evm/abi/decode-call.ts'
import { toBytes } from '#lib/evm/chain/decode/bytes.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import { labelsOn } from '#lib/evm/labels/known-addresses.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import type { EvmPendingTransaction } from '#lib/evm/transaction/pending-contract.ts'
import type { SeenTransaction } from './seen-transactions.ts'

/** A transaction that is in no block, with its call decoded as far as it is known. `block` is the newest one. */
export const sentRecord = async (
  { abis, signatures, known }: EvmQueryContext,
  chain: ServedChain,
  { transaction }: SeenTransaction,
  block: number,
  call: CallContext | undefined,
): Promise<NonNullable<EvmPendingTransaction['transaction']>> => {
  const labelOf = labelsOn(known, chain.id)
  const { from, to, input, maxFeePerGas, gasPrice, maxPriorityFeePerGas } = transaction
  const maxFee = maxFeePerGas ?? gasPrice
  const contract = to !== null && input !== null && input.length >= 10 ? { address: to, block } : undefined
  const bytes = toBytes(input ?? '0x')
  const abisOf = contract && (await abis?.knownOf(chain, [contract], { call }))?.(contract)
  const decoded = decodeCall(abisOf ?? [], bytes)
  if (contract && !decoded && input) await signatures?.learn([`0x${input.slice(2, 10)}`])
  const guessed = contract && !decoded ? signatures?.guessCall(bytes) : undefined
  return {
    hash: transaction.hash,
    type: transaction.type,
    nonce: String(transaction.nonce),
    from_address: from,
    from_address_label: labelOf(from),
    to_address: to,
    to_address_label: to && labelOf(to),
    value: String(transaction.value),
    gas: String(transaction.gas),
    max_fee_per_gas: maxFee === null ? null : String(maxFee),
    max_priority_fee_per_gas: maxPriorityFeePerGas === null ? null : String(maxPriorityFeePerGas),
    input,
    call: decoded ?? guessed ?? null,
    call_source: decoded ? 'abi' : guessed ? 'signatures' : null,
  }
}
