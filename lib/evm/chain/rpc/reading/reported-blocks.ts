import type { EvmBlock } from '#lib/evm/chain/block.ts'
import { InconsistentAnswer, MissingReceipts } from '#lib/evm/chain/rpc/inconsistent-answer.ts'
import { type NodeBlock, type NodeHeader, parseBlock, parseHeader, parseReceipts } from '#lib/evm/chain/rpc/parse.ts'
import type { RpcFailure } from '#lib/evm/chain/rpc/transport/classify.ts'
import { NodeRefusal } from '#lib/evm/chain/rpc/transport/node-refusal.ts'
import { checkSuccession, joinedBlock } from './check.ts'
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
    throw new InconsistentAnswer(`no block ${from + firstMissing}, although its newest is ${nodeHead}`)
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

/**
 * A block that a check is allowed to fail is marked; without `proof`, or where it refuses, it is a fault.
 * @throws InconsistentAnswer for a block that is to be refused.
 */
export function joinedReports(
  { raw }: ReportedBlock,
  saidReceipts: unknown,
  { checkBloom, proof }: BlockOptions,
): EvmBlock {
  const reported = parseBlock(raw)
  // Some nodes have null for the receipts of genesis and other empty blocks.
  const receipts = receiptsOf(reported, saidReceipts)
  const { block, bloom, logFault } = joinedBlock(reported, parseReceipts(receipts), checkBloom)
  if (checkBloom && logFault && (proof?.refuse ?? true)) throw logFault
  if (!proof) return block
  const compared = checkBloom ? (logFault ? 'different' : bloom) : bloom === 'not_said' ? bloom : 'not_compared'
  return withChecks(block, { block: raw, receipts, bloom: compared }, proof)
}

/** The receipts as reported. @throws MissingReceipts unless there is one for each transaction. */
export const receiptsOf = ({ number, hash, transactions }: NodeBlock, said: unknown): unknown[] => {
  const isEmpty = said === null || said === undefined
  // Some nodes have null for the receipts of genesis and other empty blocks.
  if (isEmpty && transactions.length === 0) return []
  if (isEmpty) throw new MissingReceipts(`block ${number} (${hash}) has no receipts`)
  if (said instanceof NodeRefusal) throw missingFor(number, said)
  if (!Array.isArray(said)) throw new MissingReceipts(`block ${number} (${hash}) has receipts that are not a list`)
  const refusal = said.find((one) => one instanceof NodeRefusal)
  if (refusal) throw missingFor(number, refusal)
  if (said.length < transactions.length || said.includes(null))
    throw new MissingReceipts(
      `block ${number} (${hash}) has ${transactions.length} transactions but ${said.filter(Boolean).length} receipts`,
    )
  return said
}

/** A refusal of the receipts of one block concerns that block, unless it says something about the node. */
const missingFor = (number: number, refusal: NodeRefusal): Error =>
  isAboutTheNode(refusal.failure)
    ? refusal
    : new MissingReceipts(`block ${number} has receipts that the node does not return`)

/** Whether every question would be refused so. */
export const isAboutTheNode = ({ kind }: RpcFailure): boolean =>
  kind === 'rate_limited' || kind === 'quota_exhausted' || kind === 'denied' || kind === 'unsupported'
