import { ServiceError } from '#lib/base/errors.ts'
import { headerAt } from '#lib/evm/chain/rpc/reading/set-aside-block.ts'
import { httpTransport } from '#lib/evm/chain/rpc/transport/http-transport.ts'
import { createPool } from '#lib/evm/chain/rpc/transport/pool.ts'
import type { EraFile } from './era-file.ts'
import { EraFault } from './rlp-items.ts'

const limits = { attemptsMax: 2, totalMs: 15_000 }

/**
 * Compares the last block of a file with that of the operator's nodes, which have the headers of all blocks, even of those whose
 * transactions they dropped. The headers of a file link, so that all its blocks are then of the chain. What is known, in words.
 * @throws EraFault if the nodes have another block
 */
export const compareWithNodes = async (urls: readonly string[], { last }: EraFile): Promise<string> => {
  if (urls.length === 0) return 'not compared with a node, as none is configured'
  const transports = urls.map((url) => httpTransport(url))
  try {
    const header = await headerAt(createPool(transports, limits), last.number)
    if (header === undefined) return `not compared with the node, which does not have block ${last.number}`
    if (header.hash === last.hash) return 'its last block is the one of the node'
    throw new EraFault(`block ${last.number} is ${last.hash}, and the node has ${header.hash}: it is of another chain`)
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return `not compared with the node: ${error.message}`
  } finally {
    await Promise.all(transports.map((transport) => transport.close()))
  }
}
