import { httpFailure } from '#lib/nodes/verdict.ts'
import type { TransportError } from './transport-error.ts'

/** A JSON-RPC call to an EVM node. */
export type RpcCall = { method: string; params: readonly unknown[] }

/** A node's own error object (JSON-RPC 2.0, §5.1). */
export type RpcError = { code: number; message: string; data?: unknown }

/** The node's result or error. */
export type RpcAnswer = { result: unknown } | { error: RpcError }

/** The body of a response in a buffer of its own, which may be transferred, and the ids of the calls in their order. */
export type RpcResponse = { body: Uint8Array<ArrayBuffer>; ids: readonly number[] }

/** Decodes a whole response elsewhere, such as in a thread; returns the body if it is to be read as usual. */
type DecodeResponse<T> = (response: RpcResponse) => Promise<Decoded<T> | { body: Uint8Array<ArrayBuffer> }>

export type Decoded<T> = { decoded: T }

/**
 * Sends calls to one node and returns their results in request order. Throws TransportError only without any response
 * (network, time limit, not JSON); a node's own error is a result. When `signal` fires it throws the signal's reason.
 */
export type RpcTransport = {
  /** The displayed name of the node: its host, never its URL, which may contain a key. */
  readonly name: string
  send(calls: readonly RpcCall[], signal?: AbortSignal): Promise<RpcAnswer[]>
  /** The same; calls that are sent as one batch are left to `decode` if the response is one. */
  sendDecoded?<T>(
    calls: readonly RpcCall[],
    decode: DecodeResponse<T>,
    signal?: AbortSignal,
  ): Promise<RpcAnswer[] | Decoded<T>>
}

export type RefusedRange = { from: number; to: number }

/**
 * What a failure of a node means for the caller. - `transient`: worth a retry, on this node or another -
 * `rate_limited`: slow down; `retryAfterMs` if the node states it - `quota_exhausted`: no more responses from this node
 * for a long time - `denied`: the node's URL or key is wrong; it fails until the operator changes it -
 * `range_too_large`: more blocks than this node accepts in one query; `blocksMax` if it states it - `too_many_results`:
 * too many results in the range; `suggested` is a range that the node proposes - `missing_data`: pruned, or not
 * available yet - `unsupported`: the node lacks the method - `reverted`: the contract reverted the call: a result about
 * the chain, the same on every node - `invalid`: the request is wrong
 */
export type RpcFailure =
  | { kind: 'transient' | 'quota_exhausted' | 'denied' | 'missing_data' | 'unsupported' | 'reverted' | 'invalid' }
  | { kind: 'rate_limited'; retryAfterMs: number | null }
  | { kind: 'range_too_large'; blocksMax: number | null; suggested: RefusedRange | null }
  | { kind: 'too_many_results'; suggested: RefusedRange | null }

/** The part of a node's error text that is examined. */
const textLengthMax = 2_000

type Test = (text: string) => boolean

/** Small patterns instead of one with many branches: their backtracking can be checked. */
const anyOf =
  (...tests: readonly (RegExp | Test)[]): Test =>
  (text) =>
    tests.some((test) => (typeof test === 'function' ? test(text) : test.test(text)))

/** Whether `pattern` matches what follows `start`, up to where that occurs again. */
const following =
  (start: string, pattern: RegExp): Test =>
  (text) =>
    text
      .split(start)
      .slice(1)
      .some((rest) => pattern.test(rest))

const isQuota = anyOf(
  following('exceeded ', /^(?:the|your) (?:\w{1,30} )?quota/),
  /quota (?:exceeded|exhausted|reached)/,
  /monthly (?:capacity|request|quota|limit)/,
  /capacity limit|payment required/,
  /out of (?:credits|compute units|requests)/,
)

const isDenied = anyOf(
  /unauthorized|must be authenticated/,
  /invalid (?:api|project|access) ?(?:key|id|token)/,
  /api key (?:is )?(?:missing|required|disabled|invalid)/,
  /project id (?:is )?(?:required|does not)/,
)

/**
 * More logs or bytes than a response may contain. Checked before `isStructural`, because Alchemy's sentence also names
 * a block range.
 */
const isDensity = anyOf(
  /more than [\d,]{1,20} (?:results|logs)/,
  /response size (?:is )?(?:too large|exceeded|should not)/,
  /exceeds max results|logs matched by query exceeds|query timeout exceeded|result set too large/,
  /response (?:is )?too (?:large|big)/,
  /too many (?:results|logs|events)/,
)

const amount = String.raw`(\d[\d,_]{0,19})\s?(k\b)?`
const structuralWithMaximum = [
  `up to an? ${amount}[ -]block range`,
  String.raw`limited to (?:an? |at most )?${amount}(?![\d,_]{0,20}\s?(?:req|call|per|rps|/))`,
  String.raw`range allowed for your plan \(\d{1,20} > ${amount}\)`,
  `max(?:imum)? (?:allowed )?block range(?: is|:| of)? ?${amount}`,
  String.raw`maximum \[from, to\] blocks distance: ${amount}`,
  `max(?:imum)? range(?: is|:)? ?${amount}`,
  `maximum allowed number of requested blocks is ${amount}`,
  `(?:at most|over|greater than|maximum allowed is|maximum of|max is) ${amount} (?:blocks|max)`,
  `maximum is set to ${amount}`,
  String.raw`too wide \(maximum ${amount}\)`,
].map((source) => new RegExp(source))

const isStructural = anyOf(
  /block range (?:is )?too (?:large|wide|big)/,
  /block range limit exceeded|range allowed for your plan|too many blocks/,
  /range is too (?:large|wide|big)/,
  /exceeds? (?:the )?(?:max(?:imum)? )?(?:block )?range/,
)

const isRate = anyOf(
  /too many requests|limit exceeded|request limit reached|under too much load|throughput|request count exceeded/,
  /rate.?limit/,
  /requests? per second|compute units per second/,
  following('exceeded ', /^(?:its|your|the) .{0,100}rate/),
  /back.?off/,
)

const isMissing = anyOf(
  /missing trie node|header not found|block not found|unknown block|not a supported commitment|pruned|pruning/,
  /block #?\d{1,20} not found/,
  /state (?:is )?(?:not available|unavailable|histories)/,
  /history (?:is )?not available/,
  /historical state|unfinalized data|block is out of range|cannot find block|could not find block|not recorded/,
  /transaction not found|genesis is not traceable|after last accepted block|no state available|no trace recorded/,
)

const isUnsupported = anyOf(
  following('method ', /^(?:\w{1,60} )?(?:is )?not (?:found|supported|available|enabled|whitelisted|allowed)/),
  following('method ', /^(?:\w{1,60} )?(?:does not exist|disabled)/),
  /does not exist\/is not available|unsupported method|unknown method|namespace/,
  /not available on (?:the|your)/,
  /module (?:is )?(?:disabled|not enabled)/,
  /not (?:enabled|supported) (?:on|by|for) this/,
)

/**
 * Error texts with which nodes report that the contract ended the call: a revert (EIP-140) or a failure. "EVM error"
 * alone is not enough: revm uses it for database errors too.
 */
const ended = [
  // All clients, in each spelling.
  String.raw`execution reverted|vm execution error|reverted?\b`,
  'out ?of ?gas|(?:invalid|bad) ?(?:opcode|jump|instruction)|stack ?(?:under|over)flow',
  // Geth and Erigon.
  'stack limit reached|return data out of bounds|write protection|gas uint64 overflow|gas required exceeds allowance',
  'max (?:init)?code size exceeded|max call depth exceeded',
  // revm: Reth and anvil. "PrecompileError" and the like have their own text after it.
  'opcodenotfound|invalidfeopcode|notactivated|outofoffset|outoffunds|memory(?:limit)?oog|precompile(?:oog|error)',
  'statechangeduringstaticcall|callnotallowedinsidestatic|createcontractsizelimit|createcollision|calltoodeep',
  // Nethermind.
  'accessviolation|staticcallviolation|precompilefailure|invalidcode',
].join('|')
/** Sentences of Besu that may mean something else inside a longer one. */
const endedInFull = String.raw`(?:out of bounds|illegal state change|invalid operation|precompile error)\.?$`
const contractFault = new RegExp(ended)
/** The start of a node's own text: the contract's reason after it is not trusted. */
const contractFaultFirst = new RegExp(`^(?:err(?:or)?[:;] ?)?(?:evm error[:;]? ?)?(?:${ended}|${endedInFull})`)

/** Classifies a node's error object. `code` alone is not enough: every provider uses -32000 and -32600 for everything. */
export function classifyRpcError(error: RpcError): RpcFailure {
  const text = error.message.slice(0, textLengthMax).toLowerCase()
  if (contractFaultFirst.test(text)) return { kind: 'reverted' }
  if (isQuota(text)) return { kind: 'quota_exhausted' }
  if (isDenied(text)) return { kind: 'denied' }
  if (isDensity(text)) return { kind: 'too_many_results', suggested: suggestedRange(text, error.data) }
  // Before the rate limit: "Block range limit exceeded" is not one.
  if (isStructural(text) || statedMaximum(text) !== null) return rangeTooLarge(error, text)
  if (isRate(text) || error.code === 429 || error.code === -32005) {
    return { kind: 'rate_limited', retryAfterMs: backoffMs(text, error.data) }
  }
  if (error.code === 3 || contractFault.test(text)) return { kind: 'reverted' }
  if (isMissing(text) || error.code === 4444 || error.code === -32001) return { kind: 'missing_data' }
  if (isUnsupported(text) || error.code === -32601 || error.code === -32004) return { kind: 'unsupported' }
  if (error.code === -32602 || error.code === -32600 || error.code === -32700) return { kind: 'invalid' }
  return { kind: 'transient' }
}

/** Classifies failures below JSON-RPC. */
export function classifyTransportError(error: TransportError): RpcFailure {
  if (error.fault === 'too_large') return { kind: 'too_many_results', suggested: null }
  const { httpStatus, retryAfterSeconds } = error
  if (error.fault !== 'http' || httpStatus === undefined) return { kind: 'transient' }
  if (httpStatus === 413) return { kind: 'too_many_results', suggested: null }
  return httpFailure(httpStatus, retryAfterSeconds)
}

function rangeTooLarge(error: RpcError, text: string): RpcFailure {
  const suggested = suggestedRange(text, error.data)
  const blocksMax = statedMaximum(text) ?? (suggested ? suggested.to - suggested.from + 1 : null)
  // Ankr's "block range is too wide" does not state its limit; with this code it is 3,000.
  const isAnkr = blocksMax === null && error.code === -32600 && text.includes('too wide')
  return { kind: 'range_too_large', blocksMax: isAnkr ? 3_000 : blocksMax, suggested }
}

function statedMaximum(text: string): number | null {
  for (const pattern of structuralWithMaximum) {
    const [, digits, thousand] = pattern.exec(text) ?? []
    if (digits === undefined) continue
    const blocks = Number(digits.replaceAll(/[,_]/g, '')) * (thousand ? 1000 : 1)
    if (Number.isSafeInteger(blocks) && blocks > 0) return blocks
  }
  return null
}

function suggestedRange(text: string, data: unknown): RefusedRange | null {
  const [, from, to] =
    /\[ ?(0x[0-9a-f]{1,12}) ?, ?(0x[0-9a-f]{1,12}) ?\]/.exec(text) ?? /range (\d{1,15}) ?- ?(\d{1,15})/.exec(text) ?? []
  return ordered(from, to) ?? ordered(textAt(data, 'from'), textAt(data, 'to'))
}

function ordered(from: string | undefined, to: string | undefined): RefusedRange | null {
  if (!from || !to) return null
  const range = { from: Number(from), to: Number(to) }
  return Number.isSafeInteger(range.from) && Number.isSafeInteger(range.to) && range.from <= range.to ? range : null
}

/** Infura uses `data.rate.backoff_seconds`; others write it into the text. */
function backoffMs(text: string, data: unknown): number | null {
  const stated = valueAt(valueAt(data, 'rate'), 'backoff_seconds')
  if (typeof stated === 'number' && stated >= 0) return Math.ceil(stated * 1000)
  const start = text.search(/retry|try again|back.?off/)
  const sentence = start < 0 ? '' : text.slice(start, start + 60)
  const [, digits, unit] = /(\d{1,9}(?:\.\d{1,9})?) ?(ms|milliseconds|s|sec|seconds)\b/.exec(sentence) ?? []
  if (digits === undefined) return null
  return Math.ceil(Number(digits) * (unit?.startsWith('m') ? 1 : 1000))
}

const valueAt = (data: unknown, key: string): unknown =>
  typeof data === 'object' && data !== null ? Object.entries(data).find(([name]) => name === key)?.[1] : undefined

const textAt = (data: unknown, key: string): string | undefined => {
  const value = valueAt(data, key)
  return typeof value === 'string' && /^(?:0x[0-9a-f]{1,12}|\d{1,15})$/i.test(value) ? value : undefined
}
