import type { EvmBlock } from '#lib/evm/node/block.ts'
import { InconsistentAnswer } from '#lib/evm/node/inconsistent-answer.ts'
import { type NodeHeader, parseBlock, parseHeader, parseReceipts } from '#lib/evm/node/parse.ts'
import { checkedBlock, checkSuccession } from './check.ts'
import { type ProofOptions, withChecks } from './with-checks.ts'

export type BlockOptions = { checkBloom: boolean; proof?: ProofOptions | undefined }

/** The header of a block, and the block as returned by the node, from which its hash is computed. */
export type ReportedBlock = { header: NodeHeader; raw: unknown }

/** The results of a call for each block and one for its receipts. */
export const inPairs = (answers: readonly unknown[]): { blocks: unknown[]; receipts: unknown[] } => ({
  blocks: answers.filter((_, index) => index % 2 === 0),
  receipts: answers.filter((_, index) => index % 2 === 1),
})

/** The blocks that the node has, up to the first that it does not. */
export function presentBlocks(answers: readonly unknown[], from: number, nodeHead: number): ReportedBlock[] {
  const firstMissing = answers.indexOf(null)
  if (firstMissing >= 0 && from + firstMissing <= nodeHead) {
    throw new InconsistentAnswer(`no block ${from + firstMissing} at head ${nodeHead}`)
  }
  const blocks = answers
    .slice(0, firstMissing < 0 ? answers.length : firstMissing)
    .map((raw) => ({ raw, header: parseHeader(raw) }))
  const headers = blocks.map(({ header }) => header)
  for (const [index, { number }] of headers.entries()) {
    if (number !== from + index) throw new InconsistentAnswer(`block ${number} for block ${from + index}`)
  }
  checkSuccession(headers)
  return blocks
}

/** @throws InconsistentAnswer for a block that is to be refused. */
export function joined({ raw }: ReportedBlock, saidReceipts: unknown, { checkBloom, proof }: BlockOptions): EvmBlock {
  const block = parseBlock(raw)
  // Some nodes have null for the receipts of genesis and other empty blocks.
  const receipts = saidReceipts === null && block.transactions.length === 0 ? [] : saidReceipts
  const checked = checkedBlock(block, parseReceipts(receipts), { checkBloom })
  if (!proof) return checked
  const bloom = block.logsBloom === null ? 'not_said' : checkBloom ? 'equal' : 'not_compared'
  return withChecks(checked, { block: raw, receipts, bloom }, proof)
}
