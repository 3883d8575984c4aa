import * as z from 'zod'
import type { Service } from '#lib/api/endpoint.ts'
import { toHex } from '#lib/base/bytes.ts'
import { isServiceError, ServiceError } from '#lib/base/errors.ts'
import type { CallTree } from '#lib/evm/chain/rpc/replay/call-tree.ts'
import { gasRules, intrinsicGas, sumOf } from '#lib/evm/chain/rpc/replay/intrinsic-gas.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import { labelsOn } from '#lib/evm/labels/known-addresses.ts'
import { type EvmQueryContext, fetchRawBlock } from '#lib/evm/query/context.ts'
import { notTracedYet } from '#lib/evm/transaction/internal-transactions.ts'
import { knownTransaction } from '#lib/evm/transaction/transaction.ts'
import { type PlacedFrame, placeFrames } from './frame-tree.ts'
import type { gasEndpoints } from './state-contract.ts'

type Asked = { chain?: string | undefined; transaction_hash: string }

/** A known transaction with its calls, which are traced at the first request. */
export const tracedTransaction = async (context: EvmQueryContext, input: Asked, signal: AbortSignal | undefined) => {
  const chain = context.served.resolve(input.chain)
  const found = await knownTransaction(context, chain, input.transaction_hash, { signal })
  const { stored, isIndexed } = found
  const tree = await context.replays.calls(
    { ...stored, isIndexed },
    (limit) => freshTree(context, chain, toHex(stored.hash), limit),
    signal,
  )
  return { ...found, chain, tree }
}

const freshTree = async (
  { node }: EvmQueryContext,
  chain: ServedChain,
  hash: `0x${string}`,
  signal: AbortSignal,
): Promise<CallTree> => {
  if (!node.callTree)
    throw new ServiceError(
      'not_available',
      `Transactions of ${chain.title} cannot be traced here: this requires a node.`,
    )
  return await node.callTree(chain, hash, signal).catch((error: unknown) => {
    throw notTracedYet(chain, error)
  })
}

const quantity = z
  .string()
  .regex(/^0x[0-9a-f]{1,64}$/i)
  .transform(BigInt)
const rawTransaction = z.object({
  hash: z.string(),
  accessList: z.array(z.object({ storageKeys: z.array(z.unknown()) })).nullish(),
  authorizationList: z.array(z.unknown()).nullish(),
})
const rawReceipt = z.object({
  transactionHash: z.string(),
  blobGasUsed: quantity.nullish(),
  blobGasPrice: quantity.nullish(),
})
const withTransactions = z.object({ transactions: z.array(z.unknown()), baseFeePerGas: quantity.nullish() })

/** What the gas of a transaction was used for. The trace may be missing; the rest is the block's own. */
export const transactionGasQuery =
  (context: EvmQueryContext): Service<typeof gasEndpoints>['evmTransactionGas'] =>
  async (input, call) => {
    const chain = context.served.resolve(input.chain)
    const { stored } = await knownTransaction(context, chain, input.transaction_hash, { signal: call?.signal })
    const place = { number: stored.block_number, hash: stored.block_hash }
    const hash = toHex(stored.hash)
    const [raw, traced] = await Promise.all([
      fetchRawBlock(context, chain, place, call?.signal),
      tracedTransaction(context, input, call?.signal).catch((error: unknown) => {
        if (!isServiceError(error)) throw error
        return { tree: undefined, failure: error }
      }),
    ])
    const block = withTransactions.safeParse(raw.block)
    const sent = rawTransaction.safeParse(block.data?.transactions[stored.transaction_index])
    if (!block.success || !sent.success || sent.data.hash.toLowerCase() !== hash)
      throw new ServiceError(
        'upstream_failed',
        `The node of ${chain.title} returned another block than the indexed one.`,
      )
    const receipt = rawReceipt.safeParse(raw.receipts[stored.transaction_index]).data
    const parts = intrinsicGas(
      {
        input: toHex(stored.input),
        isCreation: stored.to_address === null,
        accessList: sent.data.accessList ?? [],
        authorizationCount: sent.data.authorizationList?.length ?? 0,
      },
      gasRules(chain.id, stored.block_number, stored.block_timestamp),
    )
    const used = BigInt(stored.gas_used)
    const price = BigInt(stored.gas_price)
    const { baseFeePerGas } = block.data
    const blobGas = receipt?.blobGasUsed ?? 0n
    const blobPrice = receipt?.blobGasPrice ?? 0n
    const { tree } = traced
    const labelOf = labelsOn(context.known, chain.id)
    return {
      transaction_hash: hash,
      gas_limit: stored.gas,
      gas_used: stored.gas_used,
      intrinsic: {
        total: String(sumOf(parts)),
        base: String(parts.base),
        calldata: String(parts.calldata),
        creation: String(parts.creation),
        access_list: String(parts.accessList),
        authorizations: String(parts.authorizations),
      },
      ...executionOf(tree, sumOf(parts), used),
      contracts:
        tree === undefined
          ? null
          : contractsOf(tree, sumOf(parts), used).map(({ address, count, gas }) => ({
              address,
              address_label: labelOf(address),
              call_count: count,
              gas: String(gas),
            })),
      contracts_missing: 'failure' in traced ? traced.failure.message : null,
      gas_price: stored.gas_price,
      fee: String(used * price),
      burnt: baseFeePerGas == null ? null : String(used * baseFeePerGas),
      blob:
        blobGas === 0n
          ? null
          : { gas_used: String(blobGas), gas_price: String(blobPrice), fee: String(blobGas * blobPrice) },
    }
  }

/** Parity traces count what code used; callTracer's first frame has what the receipt has. */
const executionOf = (tree: CallTree | undefined, intrinsic: bigint, used: bigint) => {
  const top = tree?.method === 'trace_transaction' ? tree.frames[0] : undefined
  const refund = top ? intrinsic + top.gasUsed - used : -1n
  // Negative where the chain has rules of its own, such as a minimum for calldata.
  return top && refund >= 0n
    ? { execution: String(top.gasUsed), refund: String(refund) }
    : { execution: null, refund: null }
}

type ContractGas = { address: string; count: number; gas: bigint }

/** By the address of the code: a delegate call's gas is that of the contract it delegates to. */
const contractsOf = (tree: CallTree, intrinsic: bigint, used: bigint): ContractGas[] => {
  const byAddress = new Map<string, ContractGas>()
  // The receipt counts for the first frame of callTracer: nodes differ in what they report of it.
  const ofTop = tree.method === 'trace_transaction' ? undefined : used - intrinsic
  for (const placed of placeFrames(tree.frames)) {
    const { type, from, to } = placed.frame
    const address = type === 'SELFDESTRUCT' ? from : (to ?? from)
    const known = byAddress.get(address) ?? { address, count: 0, gas: 0n }
    byAddress.set(address, { address, count: known.count + 1, gas: known.gas + codeGas(placed, ofTop) })
  }
  return [...byAddress.values()].sort((a, b) => (a.gas < b.gas ? 1 : a.gas > b.gas ? -1 : 0))
}

/** Without that of its calls. Refunds may exceed what the first call's own code used. */
const codeGas = ({ frame, ownGas, parent }: PlacedFrame, ofTop: bigint | undefined): bigint => {
  const gas = parent === undefined && ofTop !== undefined ? ofTop - (frame.gasUsed - ownGas) : ownGas
  return gas < 0n ? 0n : gas
}
