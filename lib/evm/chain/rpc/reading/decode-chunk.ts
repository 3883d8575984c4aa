import type { EvmBlock } from '#lib/evm/chain/block.ts'
import { parseCount } from '#lib/evm/chain/rpc/parse.ts'
import { matchAnswers, parseBody } from '#lib/evm/chain/rpc/transport/match-answers.ts'
import { type BlockOptions, inPairs, joinedReports, presentBlocks } from './reported-blocks.ts'

/** The response to a batch: the node's head, then a block and its receipts for each number from `from` on. */
export type ChunkOrder = {
  body: Uint8Array<ArrayBuffer>
  /** Of the calls, in their order. */
  ids: readonly number[]
  from: number
  options: BlockOptions
}

/** The body is returned unless everything in it is right: only the reader knows what to do about a fault. */
export type ChunkAnswer = { nodeHead: number; blocks: EvmBlock[] } | { body: Uint8Array<ArrayBuffer> }

/** Parses, checks and joins the blocks of a response. */
export const decodeChunk = ({ body, ids, from, options }: ChunkOrder): ChunkAnswer => {
  try {
    const [head, ...answers] = resultsOf(body, ids)
    const nodeHead = parseCount(head, 'blockNumber')
    const { blocks, receipts } = inPairs(answers)
    const present = presentBlocks(blocks, from, nodeHead)
    return { nodeHead, blocks: present.map((block, index) => joinedReports(block, receipts[index], options)) }
  } catch {
    return { body }
  }
}

const resultsOf = (body: Uint8Array<ArrayBuffer>, ids: readonly number[]): unknown[] => {
  const matched = matchAnswers(parseBody(Buffer.from(body.buffer)), ids)
  if (!Array.isArray(matched)) throw new Error('the responses do not match the calls')
  return matched.map((answer) => {
    if ('error' in answer) throw new Error('a call failed')
    return answer.result
  })
}
