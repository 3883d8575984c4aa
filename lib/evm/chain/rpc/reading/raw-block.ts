import { hexNumber } from '#lib/base/hex.ts'
import { isFields } from '#lib/base/is-fields.ts'
import type { EvmBlock } from '#lib/evm/chain/block.ts'
import type { BloomResult } from '#lib/evm/chain/checks/block-checks.ts'
import type { Raw } from '#lib/evm/chain/checks/rlp-bytes.ts'
import { InconsistentAnswer, MissingReceipts } from '#lib/evm/chain/rpc/inconsistent-answer.ts'
import { parseBlock, parseReceipts } from '#lib/evm/chain/rpc/parse.ts'
import { isRefusal } from '#lib/evm/chain/rpc/transport/node-refusal.ts'
import type { NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'
import { joinedBlock } from './check.ts'
import { receiptsOf } from './chunk-decoder.ts'

/** A block and its receipts exactly as the node returned them: the input of its hash and roots. */
export type RawBlock = { block: Raw; receipts: readonly unknown[]; bloom: BloomResult; parsed: EvmBlock }

/** Undefined for a block that the node does not have. Only checked to belong together. */
export const readRawBlock = async (
  pool: NodePool,
  number: number,
  signal?: AbortSignal,
): Promise<RawBlock | undefined> => {
  const blockCall = { method: 'eth_getBlockByNumber', params: [hexNumber(number), true] }
  const receiptsCall = { method: 'eth_getBlockReceipts', params: [hexNumber(number)], mayFail: true, isNeeded: true }
  const options = { signal, minimumHead: number }
  try {
    return await pool.ask([blockCall, receiptsCall], ([block, receipts]) => joined(block, receipts), options)
  } catch (error) {
    if (!isRefusal(error, 'unsupported') && !(error instanceof MissingReceipts)) throw error
    const block = await pool.ask([blockCall], ([answer]) => answer, options)
    if (block === null) return undefined
    const calls = parseBlock(block).transactions.map(({ hash }) => ({
      method: 'eth_getTransactionReceipt',
      params: [hash],
    }))
    return calls.length === 0 ? joined(block, []) : pool.ask(calls, (receipts) => joined(block, receipts), options)
  }
}

const joined = (block: unknown, reported: unknown): RawBlock | undefined => {
  if (block === null) return undefined
  if (!isFields(block)) throw new InconsistentAnswer('a block that is not an object')
  const parsed = parseBlock(block)
  const receipts = receiptsOf(parsed, reported)
  const { block: checked, bloom } = joinedBlock(parsed, parseReceipts(receipts), true)
  return { block, receipts, bloom, parsed: checked }
}
