import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import * as z from 'zod'
import { recordedAnswers } from '#tests/evm/chain/decode/recorded-answers.ts'
import { apiKey, type RunningApiServer, startApiServer } from './api-server.ts'
import { freePort } from './spyglass.ts'

/* Recorded blocks of Ethereum, where the recordings are at hand: as they are, and indexed by a server. */

const folder = '../shared/recordings/evm'

export const hasRecordings = existsSync(join(folder, 'replay-rpc.mjs'))

const text = z.string()
const rawLog = z.looseObject({ address: text, topics: z.array(text), data: text, logIndex: text })
const rawTransaction = z.looseObject({
  ...{ hash: text, from: text, to: text.nullish(), value: text, nonce: text, gas: text, input: text },
  ...{ type: text.optional(), blobVersionedHashes: z.array(text).optional() },
})
const rawReceipt = z.looseObject({
  ...{ transactionHash: text, gasUsed: text, cumulativeGasUsed: text, effectiveGasPrice: text },
  ...{ status: text.nullish(), contractAddress: text.nullish(), blobGasUsed: text.nullish() },
  ...{ blobGasPrice: text.nullish(), logs: z.array(rawLog) },
})
const rawBlock = z.looseObject({
  ...{ number: text, hash: text, timestamp: text, miner: text, gasUsed: text, baseFeePerGas: text.nullish() },
  transactions: z.array(rawTransaction),
  uncles: z.array(text).default([]),
  withdrawals: z.array(z.object({ index: text, validatorIndex: text, address: text, amount: text })).optional(),
})
/** A call of `callTracer`. */
export type TracedCall = {
  type: string
  from: string
  to?: string | null
  value?: string | null
  gas?: string
  gasUsed?: string
  error?: string
  calls?: TracedCall[]
}
/** A trace of Parity's form. */
type ParityTrace = {
  type: string
  action: Record<string, string | undefined>
  result?: { gasUsed?: string; address?: string } | null
  error?: string
  traceAddress: number[]
  transactionHash?: string
}
type RawBlock = z.infer<typeof rawBlock>
type RawReceipt = z.infer<typeof rawReceipt>
export type RawRecording = {
  block: RawBlock
  receipts: RawReceipt[]
  /** The root call of each transaction. */
  calls: TracedCall[] | undefined
  traces: ParityTrace[] | undefined
}

/** A block as a node answered, read without any of the code under test. */
export const rawRecording = (number: number, chain = 'mainnet'): RawRecording => {
  const of = recordedAnswers(join(folder, chain, 'blocks', `${number}.jsonl.gz`))
  const debug = of('debug_traceBlockByNumber') as ({ result?: TracedCall } & TracedCall)[] | undefined
  return {
    block: rawBlock.parse(of('eth_getBlockByNumber')),
    receipts: z.array(rawReceipt).parse(of('eth_getBlockReceipts')),
    calls: debug?.map((one) => one.result ?? one),
    traces: of('trace_block') as ParityTrace[] | undefined,
  }
}

export type ReplayNode = { url: string; stop: () => Promise<void> }

/** The node that answers as recorded: a chain is at `/<chain>`. */
export const startReplayNode = async (environment: Record<string, string> = {}): Promise<ReplayNode> => {
  const port = await freePort()
  const child: ChildProcess = spawn(process.execPath, [join(folder, 'replay-rpc.mjs')], {
    // The test runner has a MODE of its own.
    env: { ...process.env, PORT: String(port), MODE: 'sparse', ...environment },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = once(child, 'close')
  await new Promise<void>((started, failed) => {
    child.stdout?.once('data', () => started())
    child.once('close', () => failed(new Error('The replay node did not start.')))
  })
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.kill()
      await ended
    },
  }
}

/** A server that has indexed these blocks of Ethereum, and has traced those that can be. */
export const startRecordedMainnet = async (
  blocks: readonly number[],
  environment: Record<string, string> = {},
): Promise<RunningApiServer> => {
  const newest = Math.max(...blocks)
  const node = await startReplayNode({ CHAINS: 'mainnet', HEAD: String(newest) })
  try {
    const server = await startApiServer({
      NODE_URL_ETH: `${node.url}/mainnet`,
      BLOCKS_ETH: blocks.join(','),
      TRACES_ETH: 'values',
      ENS: 'off',
      ...environment,
    })
    await untilTraced(server.url, blocks)
    const stop = async () => {
      const code = await server.stop()
      await node.stop()
      return code
    }
    return { ...server, stop }
  } catch (error) {
    await node.stop()
    throw error
  }
}

const tracedWithinMs = 120_000
const pollMs = 200

const untilTraced = async (url: string, blocks: readonly number[]): Promise<void> => {
  const giveUpAt = Date.now() + tracedWithinMs
  for (const number of blocks) {
    const { calls, traces } = rawRecording(number)
    while ((calls ?? traces) && !(await isTraced(url, number))) {
      if (Date.now() > giveUpAt) throw new Error(`Block ${number} was not traced.`)
      await new Promise((done) => setTimeout(done, pollMs))
    }
  }
}

const isTraced = async (url: string, number: number): Promise<boolean> => {
  const asked = { module: 'block', action: 'getblocktxnscount', blockno: String(number), apikey: apiKey }
  const answer = (await (await fetch(`${url}/api?${new URLSearchParams(asked)}`)).json()) as {
    result: { internalTxsCount?: number | null }
  }
  return typeof answer.result.internalTxsCount === 'number'
}

const reply = z.object({ method: text, params: z.array(z.unknown()), result: z.unknown() })
const called = z.object({ to: text, data: text })

/** What contracts answered to calls (`<address> <calldata>`), and their code. */
export const recordedReplies = (): { calls: ReadonlyMap<string, string>; codes: ReadonlyMap<string, string> } => {
  const lines = gunzipSync(readFileSync(join(folder, 'mainnet/aux.jsonl.gz')))
    .toString()
    .trim()
    .split('\n')
  const [calls, codes] = [new Map<string, string>(), new Map<string, string>()]
  for (const line of lines) {
    const { method, params, result } = reply.parse(JSON.parse(line))
    if (method === 'eth_getCode') codes.set(text.parse(params[0]).toLowerCase(), String(result))
    if (method !== 'eth_call') continue
    const { to, data } = called.parse(params[0])
    calls.set(`${to.toLowerCase()} ${data}`, String(result))
  }
  return { calls, codes }
}
