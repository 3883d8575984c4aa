import { isFields } from '#lib/api/is-fields.ts'
import type { BloomResult } from '#lib/evm/proof/block-checks.ts'
import type { Raw } from '#lib/evm/proof/raw-fields.ts'
import type { EvmBlock } from './block.ts'
import { bloomOf, checkedBlock } from './check.ts'
import { hexNumber } from './hex-number.ts'
import { InconsistentAnswer } from './inconsistent-answer.ts'
import { isRefusal } from './node-refusal.ts'
import { parseBlock, parseReceipts } from './parse.ts'
import type { NodePool } from './pool.ts'

/** A block and its receipts exactly as the node returned them: the input of its hash and roots. */
export type RawBlock = { block: Raw; receipts: readonly unknown[]; bloom: BloomResult; parsed: EvmBlock }

/** Undefined for a block that the node does not have. Block and receipts are known to belong together, and no more. */
export const readRawBlock = async (
  pool: NodePool,
  number: number,
  signal?: AbortSignal,
): Promise<RawBlock | undefined> => {
  const blockCall = { method: 'eth_getBlockByNumber', params: [hexNumber(number), true] }
  const receiptsCall = { method: 'eth_getBlockReceipts', params: [hexNumber(number)] }
  const options = { signal, minimumHead: number }
  try {
    return await pool.ask([blockCall, receiptsCall], ([block, receipts]) => joined(block, receipts), options)
  } catch (error) {
    if (!isRefusal(error, 'unsupported')) throw error
    const block = await pool.ask([blockCall], ([answer]) => answer, options)
    if (block === null) return undefined
    const calls = parseBlock(block).transactions.map(({ hash }) => ({
      method: 'eth_getTransactionReceipt',
      params: [hash],
    }))
    return calls.length === 0 ? joined(block, []) : pool.ask(calls, (receipts) => joined(block, receipts), options)
  }
}

const joined = (block: unknown, said: unknown): RawBlock | undefined => {
  if (block === null) return undefined
  if (!isFields(block)) throw new InconsistentAnswer('a block that is not an object')
  const parsed = parseBlock(block)
  const receipts = said === null && parsed.transactions.length === 0 ? [] : said
  const checked = checkedBlock(parsed, parseReceipts(receipts), { checkBloom: false })
  const { logsBloom } = parsed
  const bloom =
    logsBloom === null ? 'not_said' : bloomOf(checked.transactions).equals(logsBloom) ? 'equal' : 'different'
  return { block, receipts: Array.isArray(receipts) ? receipts : [], bloom, parsed: checked }
}
