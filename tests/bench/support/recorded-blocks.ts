import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { RpcTransport } from '#lib/evm/chain/rpc/transport/classify.ts'

/** Where the recorded blocks are unless a bench is given another folder. */
export const recordedFolder = join('..', 'shared/recordings/evm/mainnet/blocks')

export const traceMethods = ['debug_traceBlockByNumber', 'trace_block'] as const
const methods = ['eth_getBlockByNumber', 'eth_getBlockReceipts', ...traceMethods] as const

/** A block that was recorded with the other method. */
const missingState = { error: { code: -32000, message: 'missing trie node' } }

/** The recorded blocks that have receipts and traces, and a node that answers with them from memory. */
export const readRecordedBlocks = (folder: string) => {
  /** By method and block number: the JSON of the answer. */
  const answers = new Map<string, string>()
  const numbers: number[] = []
  for (const file of readdirSync(folder)) {
    const lines = gunzipSync(readFileSync(join(folder, file)))
      .toString()
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text))
    const of = (method: string) => lines.find((line) => line.method === method)?.result
    const trace = traceMethods.find((method) => of(method))
    if (!trace || !of('eth_getBlockReceipts')) continue
    const number = Number(of('eth_getBlockByNumber').number)
    numbers.push(number)
    for (const method of methods) if (of(method)) answers.set(`${method} ${number}`, JSON.stringify(of(method)))
  }
  numbers.sort((a, b) => a - b)

  /** Parses each answer as one that came over the network. */
  const node: RpcTransport = {
    name: 'recorded',
    send: async (calls) =>
      calls.map(({ method, params }) => {
        if (method === 'eth_blockNumber') return { result: `0x${(numbers.at(-1) ?? 0).toString(16)}` }
        const text = answers.get(`${method} ${Number(params[0])}`)
        return text ? { result: JSON.parse(text) } : missingState
      }),
  }
  return { answers, numbers, node }
}
