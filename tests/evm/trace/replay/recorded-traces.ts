import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { createPool } from '#lib/evm/chain/rpc/transport/pool.ts'
import { quickClock } from '#tests/evm/chain/rpc/quick-clock.ts'

const recordings = '../shared/recordings/evm'

export const hasRecordings = existsSync(recordings)

/** One recorded block: callTracer's answers or Parity traces by transaction, with the block and its receipts. */
type RecordedTraces = {
  name: string
  block: {
    hash: string
    number: string
    timestamp: string
    transactions: {
      hash: string
      type: string
      to: string | null
      gas: string
      input: string
      accessList?: { storageKeys: string[] }[]
      authorizationList?: unknown[]
    }[]
  }
  receipts: { transactionHash: string; gasUsed: string; logs: unknown[] }[]
  debug: { txHash?: string; result?: unknown }[] | undefined
  parity: { transactionHash?: string; type: string; traceAddress: number[] }[] | undefined
}

/** Every recorded block that has traces, of one chain. */
export const recordedTraces = (chain: string): RecordedTraces[] => {
  const folder = join(recordings, chain, 'blocks')
  return readdirSync(folder).flatMap((file) => {
    const lines = gunzipSync(readFileSync(join(folder, file)))
      .toString()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))
    const resultOf = (method: string) => lines.find((line) => line.method === method)?.result
    const debug = resultOf('debug_traceBlockByNumber')
    const parity = resultOf('trace_block')
    if (!debug && !parity) return []
    const name = `${chain} ${file.split('.')[0]}`
    return [
      { name, block: resultOf('eth_getBlockByNumber'), receipts: resultOf('eth_getBlockReceipts'), debug, parity },
    ]
  })
}

/** A node with the traces of one block. */
export const recordedNode = ({ block, debug, parity }: RecordedTraces) =>
  createPool(
    [
      {
        name: 'recorded',
        send: async (calls) =>
          calls.map(({ method, params }) => {
            const index = block.transactions.findIndex(({ hash }) => hash === params[0])
            if (method === 'debug_traceTransaction' && debug) return { result: debug[index]?.result ?? debug[index] }
            if (method === 'trace_transaction' && parity)
              return { result: parity.filter(({ transactionHash }) => transactionHash === params[0]) }
            return { error: { code: -32601, message: 'method not found' } }
          }),
      },
    ],
    { clock: quickClock() },
  )
