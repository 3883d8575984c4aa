import { encodeErrorResult, parseAbi } from 'viem/utils'
import { z } from 'zod'
import { hexNumber, wordOf, zeroHash } from '#lib/base/hex.ts'
import { readArchive } from '#lib/demo/archive.ts'
import { movedSeconds } from '#lib/demo/moved-times.ts'
import { hashedHeader } from '#lib/evm/chain/checks/chain-rules.ts'
import type { RpcAnswer } from '#lib/evm/chain/rpc/transport/classify.ts'
import { feedCalls } from '#lib/evm/prices/feed.ts'
import { demoFeeds } from './price-feeds.ts'
import { type EvmRecording, evmRecording, type RecordedLog } from './recording.ts'

type Moved = Pick<EvmRecording, 'blocks' | 'receipts' | 'calls'>

/**
 * The blocks, receipts and rounds of price feeds at other times. A block's hash covers its time and its parent's hash, so every block gets another one;
 * all else is as recorded, and the checks of a block hold as before.
 */
export const movedChain = ({ blocks, receipts, calls }: Moved, seconds: number): Moved => {
  if (seconds === 0) return { blocks, receipts, calls }
  const hashes = new Map<string, string>()
  const moved = blocks.map((block) => {
    const timestamp = hexNumber(Number(block.timestamp) + seconds)
    const header = { ...block, timestamp, parentHash: hashes.get(block.parentHash) ?? block.parentHash }
    const { hash } = hashedHeader(header, {}, new Set())
    hashes.set(block.hash, hash)
    const transactions = block.transactions.map((one) => ({ ...one, blockHash: hash, ...timeOf(one, timestamp) }))
    return { ...header, hash, transactions }
  })
  return {
    blocks: moved,
    calls: movedRounds(calls, Number(blocks.at(-1)?.timestamp), seconds),
    receipts: receipts.map((ofBlock, number) => {
      const { hash: blockHash = '0x', timestamp = '0x' } = moved[number] ?? {}
      return ofBlock.map((receipt) => ({
        ...receipt,
        blockHash,
        logs: receipt.logs.map((log) => ({ ...log, blockHash, ...timeOf(log, timestamp) })),
      }))
    }),
  }
}

/** Some nodes repeat the time of the block. */
const timeOf = (record: object, blockTimestamp: string) => ('blockTimestamp' in record ? { blockTimestamp } : {})

/** The newest round of a feed is of the head. */
const movedRounds = (calls: EvmRecording['calls'], recordedAt: number, seconds: number): EvmRecording['calls'] => {
  const word = (time: number): string => wordOf(BigInt(time))
  const rounds = demoFeeds.map(({ feed }) => {
    const key = `${feed} ${feedCalls(feed)[0]?.data}`
    const { result } = z.object({ result: z.string() }).parse(calls[key])
    return [key, { result: result.replaceAll(word(recordedAt), word(recordedAt + seconds)) }]
  })
  return { ...calls, ...Object.fromEntries(rounds) }
}

type Block = EvmRecording['blocks'][number]
type Receipt = EvmRecording['receipts'][number][number]
type Transaction = Block['transactions'][number]

/** The recording with the look-ups that a node has. */
export type RecordedChain = {
  recording: EvmRecording
  head: number
  block(number: number): Block | undefined
  blockByHash(hash: string): Block | undefined
  receipts(number: number): Receipt[] | undefined
  transaction(hash: string): Transaction | undefined
  receipt(hash: string): Receipt | undefined
}

let loading: Promise<RecordedChain> | undefined

/** Loaded and indexed once per process. The result is shared: readers must not modify it. */
export function recordedChain(): Promise<RecordedChain> {
  loading ??= load()
  return loading
}

async function load(): Promise<RecordedChain> {
  const recorded = await readArchive('evm.archive', evmRecording)
  const seconds = movedSeconds(Number(recorded.blocks.at(-1)?.timestamp ?? 0))
  const recording = { ...recorded, ...movedChain(recorded, seconds) }
  const byHash = new Map(recording.blocks.map((block) => [block.hash, block]))
  const transactions = new Map(recording.blocks.flatMap((b) => b.transactions.map((t) => [t.hash, t] as const)))
  const receipts = new Map(recording.receipts.flat().map((r) => [r.transactionHash, r]))
  return {
    recording,
    head: recording.blocks.length - 1,
    block: (number) => recording.blocks[number],
    blockByHash: (hash) => byHash.get(hash.toLowerCase()),
    receipts: (number) => recording.receipts[number],
    transaction: (hash) => transactions.get(hash.toLowerCase()),
    receipt: (hash) => receipts.get(hash.toLowerCase()),
  }
}

const word = z.string().transform((s) => s.toLowerCase())
const oneOrMany = z.union([word.transform((one) => [one]), z.array(word)])

/** The filter object of eth_getLogs. */
const logFilter = z.object({
  fromBlock: z.string().optional(),
  toBlock: z.string().optional(),
  blockHash: word.optional(),
  address: oneOrMany.nullish(),
  topics: z.array(oneOrMany.nullable()).nullish(),
})

type LogFilter = z.infer<typeof logFilter>

/** A topic place that is null or an empty list matches anything; a log with fewer topics than the filter never does. */
function matchesFilter(log: RecordedLog, filter: LogFilter): boolean {
  if (filter.address && filter.address.length > 0 && !filter.address.includes(log.address.toLowerCase())) return false
  const topics = filter.topics ?? []
  if (topics.length > log.topics.length) return false
  return topics.every((wanted, i) => !wanted || wanted.length === 0 || wanted.includes(log.topics[i] ?? ''))
}

type Method = (chain: RecordedChain, params: readonly unknown[]) => RpcAnswer

const result = (value: unknown): RpcAnswer => ({ result: value ?? null })
const error = (code: number, message: string, data?: unknown): RpcAnswer => ({
  error: data === undefined ? { code, message } : { code, message, data },
})
const text = z.string()
const lower = text.transform((s) => s.toLowerCase())
const callTracer = z.object({ tracer: z.literal('callTracer') })
const stateTracer = z.object({
  tracer: z.literal('prestateTracer'),
  tracerConfig: z.object({ diffMode: z.literal(true) }),
})
const callParams = z.object({ to: lower, data: lower.optional(), input: lower.optional() })

/** The ledger is finished, so all its tags but the earliest name its last block. */
function blockNumber(chain: RecordedChain, tag: unknown): number {
  const blockTag = text.optional().parse(tag) ?? 'latest'
  if (blockTag === 'earliest') return 0
  return blockTag.startsWith('0x') ? Number(blockTag) : chain.head
}

function blockOf(chain: RecordedChain, numberOrHash: unknown) {
  const isHash = typeof numberOrHash === 'string' && numberOrHash.length === 66
  return isHash ? chain.blockByHash(numberOrHash) : chain.block(blockNumber(chain, numberOrHash))
}

const blockAnswer: Method = (chain, [numberOrHash, isFull]) => {
  const block = blockOf(chain, numberOrHash)
  if (!block || isFull === true) return result(block)
  return result({ ...block, transactions: block.transactions.map((t) => t.hash) })
}

const logs: Method = (chain, [raw]) => {
  const filter = logFilter.parse(raw)
  if (filter.blockHash) {
    const block = chain.blockByHash(filter.blockHash)
    if (!block) return error(-32000, 'unknown block')
    return result(logsBetween(chain, Number(block.number), Number(block.number), filter))
  }
  const from = blockNumber(chain, filter.fromBlock)
  return result(logsBetween(chain, from, blockNumber(chain, filter.toBlock), filter))
}

function logsBetween(chain: RecordedChain, from: number, to: number, filter: z.infer<typeof logFilter>) {
  const found = []
  for (let n = from; n <= Math.min(to, chain.head); n++) {
    for (const receipt of chain.receipts(n) ?? []) {
      for (const log of receipt.logs) if (matchesFilter(log, filter)) found.push(log)
    }
  }
  return found
}

/** Reads are recorded at the head only; an older block is refused as a node without history refuses it. */
function isAtHead(chain: RecordedChain, tag: unknown): boolean {
  const named = z.object({ blockHash: lower }).safeParse(tag)
  if (named.success) return chain.blockByHash(named.data.blockHash)?.number === hexNumber(chain.head)
  return tag == null || blockNumber(chain, tag) === chain.head
}

const missingState = error(-32000, 'missing trie node: the demo ledger keeps the state of its last block only')

const atHead =
  (read: Method, tagAt: number): Method =>
  (chain, params) =>
    isAtHead(chain, params[tagAt]) ? read(chain, params) : missingState

/** A revert, as readers expect of a contract without the function that they try; the reason says what is really known. */
const notRecorded = 'The demo ledger has no recorded answer to this call.'
const notRecordedData = encodeErrorResult({ abi: parseAbi(['error Error(string)']), args: [notRecorded] })

const call: Method = (chain, [raw]) => {
  const { to, data, input } = callParams.parse(raw)
  const recorded = chain.recording.calls[`${to} ${input ?? data ?? '0x'}`]
  if (recorded) return recorded
  // The result of a call to an account without code.
  if (!(to in chain.recording.code)) return result('0x')
  return error(3, `execution reverted: ${notRecorded}`, notRecordedData)
}

const traceTransaction: Method = ({ recording: { traces, stateChanges, codes } }, [hash, options]) => {
  if (stateTracer.safeParse(options).success) {
    const changes = stateChanges[lower.parse(hash)]
    return result(changes && { pre: withCodes(changes.pre, codes), post: withCodes(changes.post, codes) })
  }
  if (callTracer.safeParse(options).success) return result(traces[lower.parse(hash)])
  return error(-32602, 'only the callTracer, and the prestateTracer in diff mode, are recorded')
}

type Accounts = EvmRecording['stateChanges'][string]['pre']

const withCodes = (accounts: Accounts, codes: readonly string[]) =>
  Object.fromEntries(
    Object.entries(accounts).map(([address, { code, ...account }]) => [
      address,
      code === undefined ? account : { ...account, code: codes[code] },
    ]),
  )

const traceBlock: Method = (chain, [numberOrHash, options]) => {
  if (!callTracer.safeParse(options).success) return error(-32602, 'only the callTracer is recorded')
  const block = blockOf(chain, numberOrHash)
  if (!block) return error(-32000, 'block not found')
  return result(block.transactions.map((t) => ({ result: chain.recording.traces[t.hash], txHash: t.hash })))
}

export const recordedMethods: Readonly<Record<string, Method>> = {
  // The ledger is finished: no transaction waits.
  txpool_status: () => result({ pending: '0x0', queued: '0x0' }),
  txpool_content: () => result({ pending: {}, queued: {} }),
  web3_clientVersion: (chain) => result(chain.recording.clientVersion),
  net_version: (chain) => result(chain.recording.netVersion),
  eth_chainId: (chain) => result(chain.recording.chainId),
  eth_syncing: () => result(false),
  eth_blockNumber: (chain) => result(hexNumber(chain.head)),
  eth_getBlockByNumber: blockAnswer,
  eth_getBlockByHash: blockAnswer,
  eth_getBlockReceipts: (chain, [which]) => result(chain.receipts(Number(blockOf(chain, which)?.number ?? -1))),
  eth_getTransactionByHash: (chain, [hash]) => result(chain.transaction(text.parse(hash))),
  eth_getTransactionReceipt: (chain, [hash]) => result(chain.receipt(text.parse(hash))),
  eth_getLogs: logs,
  eth_getCode: atHead((chain, [address]) => result(chain.recording.code[lower.parse(address)] ?? '0x'), 1),
  eth_getBalance: atHead((chain, [address]) => result(chain.recording.balances[lower.parse(address)] ?? '0x0'), 1),
  eth_getTransactionCount: atHead((chain, [a]) => result(chain.recording.nonces[lower.parse(a)] ?? '0x0'), 1),
  eth_getStorageAt: atHead((chain, [address, slot]) => {
    const key = `${lower.parse(address)} 0x${wordOf(BigInt(text.parse(slot)))}`
    return result(chain.recording.storage[key] ?? zeroHash)
  }, 2),
  eth_call: atHead(call, 1),
  debug_traceTransaction: traceTransaction,
  debug_traceBlockByNumber: traceBlock,
  debug_traceBlockByHash: traceBlock,
}
