import { createServer } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { hexNumber } from '#lib/base/hex.ts'
import { recordedBlocks } from '#tests/evm/chain/decode/recorded-blocks.ts'
import { linkedBlocks } from './linked-blocks.ts'
import { recordedFolder } from './recorded-blocks.ts'

/*
 * A node in a process of its own, whose answers are ready in memory: what it costs is small, and no part of what is
 * measured. Sends its URL to its parent, and ends with it.
 */

type Request = { id: number; method: string; params: unknown[] }

const [blockCount = '500', folder = recordedFolder] = process.argv.slice(2)
const blocks = linkedBlocks(recordedBlocks(join(folder)), Number(blockCount)).map(({ block, receipts }) => ({
  eth_getBlockByNumber: Buffer.from(block),
  eth_getBlockReceipts: Buffer.from(receipts),
}))
const latest = Buffer.from(JSON.stringify(hexNumber(blocks.length - 1)))
const none = Buffer.from('null')

const resultOf = ({ method, params: [at] }: Request): Buffer => {
  if (method === 'eth_blockNumber') return latest
  const number = at === 'latest' || at === 'finalized' ? blocks.length - 1 : Number(at)
  if (method === 'eth_getBlockByNumber' || method === 'eth_getBlockReceipts') return blocks[number]?.[method] ?? none
  return none
}

const server = createServer(async (request, response) => {
  const asked: Request | Request[] = JSON.parse(await text(request))
  const parts = [asked]
    .flat()
    .flatMap((call, index) => [
      Buffer.from(`${index === 0 ? '' : ','}{"jsonrpc":"2.0","id":${call.id},"result":`),
      resultOf(call),
      Buffer.from('}'),
    ])
  response.setHeader('content-type', 'application/json')
  response.end(
    Array.isArray(asked) ? Buffer.concat([Buffer.from('['), ...parts, Buffer.from(']')]) : Buffer.concat(parts),
  )
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  process.send?.(`http://127.0.0.1:${port}`)
})
process.once('disconnect', () => process.exit())
