import * as z from 'zod'
import type { Hex } from '#lib/base/hex.ts'
import { InconsistentAnswer } from '#lib/evm/chain/rpc/inconsistent-answer.ts'
import { addressText, hashText, quantity } from '#lib/evm/chain/rpc/quantities.ts'
import type { NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'

/** More than a block of any chain has room for. */
const itemsMax = 10_000

const authorization = z.object({
  chainId: quantity,
  address: addressText,
  nonce: quantity,
  yParity: quantity.nullish(),
  v: quantity.nullish(),
  r: quantity,
  s: quantity,
})

const sent = z.object({
  hash: hashText,
  type: quantity.nullish(),
  maxFeePerGas: quantity.nullish(),
  maxPriorityFeePerGas: quantity.nullish(),
  maxFeePerBlobGas: quantity.nullish(),
  blobVersionedHashes: z.array(hashText).max(itemsMax).nullish(),
  accessList: z
    .array(z.object({ address: addressText, storageKeys: z.array(hashText).max(itemsMax) }))
    .max(itemsMax)
    .nullish(),
  authorizationList: z.array(authorization).max(itemsMax).nullish(),
  // A deposit of the OP Stack.
  sourceHash: hashText.nullish(),
  mint: quantity.nullish(),
  // Deposits of Arbitrum; `depositValue` of a retryable ticket only, whose transaction has no value.
  requestId: hashText.nullish(),
  ticketId: hashText.nullish(),
  depositValue: quantity.nullish(),
  value: quantity.nullish(),
})

const receipt = z.object({
  transactionHash: hashText,
  blobGasUsed: quantity.nullish(),
  blobGasPrice: quantity.nullish(),
  // The OP stack, and Arbitrum's `gasUsedForL1`.
  l1Fee: quantity.nullish(),
  l1GasUsed: quantity.nullish(),
  l1GasPrice: quantity.nullish(),
  l1BlobBaseFee: quantity.nullish(),
  gasUsedForL1: quantity.nullish(),
})

export type SentWithReceipt = z.output<typeof sent>
export type SentReceipt = z.output<typeof receipt>
/** A transaction as it was sent, and what its receipt adds. */
export type MinedTransaction = { sent: SentWithReceipt; receipt: SentReceipt }

/**
 * The fields of a transaction and its receipt that the index does not store. Undefined if the node does not know it, or
 * only as pending.
 */
export const readSentTransaction = async (
  pool: NodePool,
  hash: Hex,
  signal?: AbortSignal,
): Promise<MinedTransaction | undefined> => {
  const calls = [
    { method: 'eth_getTransactionByHash', params: [hash] },
    { method: 'eth_getTransactionReceipt', params: [hash] },
  ]
  return await pool.ask(
    calls,
    ([transaction, mined]) => {
      if (transaction === null || mined === null) return undefined
      const read = { sent: sent.safeParse(transaction), receipt: receipt.safeParse(mined) }
      if (!read.sent.success || !read.receipt.success) throw new InconsistentAnswer('a transaction with invalid fields')
      if (read.sent.data.hash !== hash || read.receipt.data.transactionHash !== hash)
        throw new InconsistentAnswer('another transaction')
      return { sent: read.sent.data, receipt: read.receipt.data }
    },
    { signal },
  )
}
