import { describe, expect, test } from 'vitest'
import { classifyRpcError, classifyTransportError } from '#lib/evm/chain/rpc/transport/classify.ts'
import { TransportError } from '#lib/evm/chain/rpc/transport/transport-error.ts'

const range = (blocksMax: number | null) => ({ kind: 'range_too_large', blocksMax })
const many = (from?: number, to?: number) => ({
  kind: 'too_many_results',
  suggested: from === undefined ? null : { from, to },
})

/** What providers were seen to say. */
const sayings: [provider: string, code: number, message: string, expected: object, data?: unknown][] = [
  [
    'Alchemy free',
    -32600,
    'Under the Free tier plan, you can make eth_getLogs requests with up to a 10 block range. Based on your parameters, this block range should work: [0x64, 0x6d].',
    range(10),
  ],
  [
    'Alchemy',
    -32602,
    'Log response size exceeded. You can make eth_getLogs requests with up to a 2K block range and no limit on the response size, or you can request any block range with a cap of 10K logs in the response. Based on your parameters and the response size limit, this block range should work: [0x10, 0x20]',
    many(16, 32),
  ],
  ['Alchemy range', -32602, 'You can make eth_getLogs requests with up to a 2K block range.', range(2000)],
  [
    'Infura',
    -32005,
    'query returned more than 10000 results. Try with this block range [0x1e8480, 0x1e8500].',
    many(2_000_000, 2_000_128),
  ],
  [
    'Infura, in data',
    -32005,
    'query returned more than 10000 results',
    many(16, 32),
    { from: '0x10', to: '0x20', limit: 10000 },
  ],
  ['Reth results', -32602, 'query exceeds max results 20000, retry with the range 123-456', many(123, 456)],
  ['Reth range', -32602, 'query exceeds max block range 100000', range(100_000)],
  ['QuickNode', -32614, 'eth_getLogs is limited to a 10,000 range', range(10_000)],
  ['QuickNode free', -32615, 'eth_getLogs is limited to a 5 range', range(5)],
  ['1RPC', -32000, 'eth_getLogs is limited to a 10000 blocks range', range(10_000)],
  ['Blast', -32600, 'eth_getLogs is limited to a 10,000 range', range(10_000)],
  ['Blast paid', -32000, 'block range exceeds the range allowed for your plan (5000 > 3000)', range(3000)],
  ['Chainstack', -32000, 'Block range limit exceeded. See more details at the documentation.', range(null)],
  ['Ankr', -32600, 'block range is too wide', range(3000)],
  ['TAC', -32000, 'maximum [from, to] blocks distance: 10000', range(10_000)],
  ['Cloudflare', -32047, 'Invalid eth_getLogs request. Max range: 800', range(800)],
  ['thirdweb', -32005, 'Maximum allowed number of requested blocks is 1000', range(1000)],
  [
    'BlockPI',
    -32000,
    'eth_getLogs is limited to 1024 block range. Please check the parameter requirements',
    range(1024),
  ],
  ['Coinbase', -32602, 'please limit the query to at most 1000 blocks', range(1000)],
  ['PublicNode', -32701, 'exceed maximum block range: 50000', range(50_000)],
  ['Avalanche', -32000, 'requested too many blocks from 100 to 4000, maximum is set to 2048', range(2048)],
  ['Base', -32000, 'block range too large', range(null)],
  ['Base, all down', -32011, 'no backend is currently healthy to serve traffic', { kind: 'transient' }],
  ['Optimism size', -32020, 'backend response too large', many()],
  ['Optimism range', -32000, 'Block range is too large', range(null)],
  ['Arbitrum', -32000, 'logs matched by query exceeds limit of 10000', many()],
  ['drpc', -32000, 'ranges over 10000 blocks are not supported on freetier', range(10_000)],
  ['merkle', -32000, 'eth_getLogs range is too large, max is 1k blocks', range(1000)],
  ['merkle paid', -32000, 'eth_getLogs range is too large, max is 10k blocks', range(10_000)],
  ['Aurora', -32000, 'up to a 2000 block range', range(2000)],
  ['Moonriver', -32000, 'block range is too wide (maximum 1024)', range(1024)],
  ['Swell', -32000, 'block range greater than 10000 max', range(10_000)],
  ['Sei', -32000, 'block range too large (3001), maximum allowed is 2000 blocks', range(2000)],
  ['Geth', -32000, 'query timeout exceeded', many()],
  ['Ankr logs', -32000, 'more than 200,000 logs in the answer', many()],
  ['too many requests', -32000, 'Too Many Requests', { kind: 'rate_limited' }],
  ['limit exceeded', -32005, 'limit exceeded', { kind: 'rate_limited', retryAfterMs: null }],
  [
    'request limit',
    -32007,
    '50/second request limit reached - reduce calls per second or upgrade',
    { kind: 'rate_limited' },
  ],
  ['load', -32000, 'the node is under too much load', { kind: 'rate_limited' }],
  [
    'Infura rate',
    -32005,
    'project ID request rate exceeded',
    { kind: 'rate_limited', retryAfterMs: 30_000 },
    { rate: { backoff_seconds: 30 } },
  ],
  ['Infura day', -32005, 'daily request count exceeded, request rate limited', { kind: 'rate_limited' }],
  [
    'Alchemy rate',
    429,
    'Your app has exceeded its compute units per second capacity. You can retry in 1.5 s',
    { kind: 'rate_limited', retryAfterMs: 1500 },
  ],
  ['quota', -32000, 'Exceeded the quota usage', { kind: 'quota_exhausted' }],
  [
    'Alchemy month',
    429,
    'Monthly capacity limit exceeded. Visit the dashboard to upgrade',
    { kind: 'quota_exhausted' },
  ],
  ['pruned state', -32000, 'missing trie node 0123 (path ) state 0x45 is not available', { kind: 'missing_data' }],
  ['header', -32000, 'header not found', { kind: 'missing_data' }],
  ['no finality yet', -39001, 'finalized block not found', { kind: 'missing_data' }],
  ['no tag', -32000, "'finalized' is not a supported commitment level", { kind: 'missing_data' }],
  ['pruned history', 4444, 'pruned history unavailable', { kind: 'missing_data' }],
  ['no method', -32601, 'the method eth_getBlockReceipts does not exist/is not available', { kind: 'unsupported' }],
  ['no method, other code', -32000, 'Method not found', { kind: 'unsupported' }],
  [
    'not on plan',
    -32600,
    'debug_traceTransaction is not available on the Free tier - upgrade to Pay As You Go',
    { kind: 'unsupported' },
  ],
  ['Besu', -32604, 'Method not enabled', { kind: 'unsupported' }],
  ['bad key', -32000, 'Must be authenticated!', { kind: 'denied' }],
  ['revert', 3, 'execution reverted: Ownable: caller is not the owner', { kind: 'reverted' }],
  ['invalid params', -32602, 'invalid argument 0: hex string without 0x prefix', { kind: 'invalid' }],
  ['internal', -32603, 'Internal error', { kind: 'transient' }],
  ['unknown', -32000, 'something new', { kind: 'transient' }],
]

/** How nodes say that the contract's code ended the call: no node would say otherwise. */
const contractFaults: [node: string, code: number, message: string][] = [
  ['Geth', -32000, 'execution reverted'],
  ['Geth', -32000, 'out of gas'],
  ['Geth', -32000, 'err: out of gas (supplied gas 50000000)'],
  ['Geth', -32000, 'gas required exceeds allowance (50000000)'],
  ['Geth', -32000, 'invalid opcode: INVALID'],
  ['Erigon', -32000, 'invalid opcode: opcode 0xfe not defined'],
  ['Geth', -32000, 'invalid jump destination'],
  ['Geth', -32000, 'stack underflow (0 <=> 1)'],
  ['Erigon', -32000, 'stack limit reached 1024 (1023)'],
  ['Geth', -32000, 'return data out of bounds'],
  ['Geth', -32000, 'write protection'],
  ['Geth', -32000, 'gas uint64 overflow'],
  ['Geth', -32000, 'max code size exceeded'],
  ['anvil', -32603, 'EVM error OutOfGas'],
  ['anvil', -32603, 'EVM error InvalidJump'],
  ['anvil', -32603, 'EVM error; InvalidFEOpcode'],
  ['Reth', -32003, 'EVM error: StackOverflow'],
  ['Reth', -32003, 'EVM error: OpcodeNotFound'],
  ['Reth', -32003, 'EVM error: MemoryLimitOOG'],
  ['Reth', -32003, 'EVM error: StateChangeDuringStaticCall'],
  ['Reth', -32003, 'EVM error: PrecompileError'],
  ['Reth', -32003, 'out of gas: gas exhausted during memory expansion: 30000000'],
  ['Nethermind', -32015, 'VM execution error.'],
  ['Nethermind', -32000, 'OutOfGas'],
  ['Nethermind', -32000, 'BadInstruction'],
  ['Nethermind', -32000, 'InvalidJumpDestination'],
  ['Nethermind', -32000, 'StaticCallViolation'],
  ['Besu', -32000, 'Execution reverted'],
  ['Besu', -32000, 'Out of gas'],
  ['Besu', -32000, 'Bad jump destination'],
  ['Besu', -32000, 'Bad instruction'],
  ['Besu', -32000, 'Illegal state change'],
  ['Besu', -32000, 'Out of bounds'],
]

/** What a contract says is a text that anyone writes. */
const reasons = [
  'execution reverted: Unauthorized',
  'execution reverted: too many requests',
  'execution reverted: monthly quota exceeded',
  'execution reverted: method not found',
  'execution reverted: block range is too wide',
  'execution reverted: missing trie node',
  'VM execution error: reverted with rate limit',
]

describe("a contract's own failure", () => {
  test.each(contractFaults)('%s (%i): %s', (_, code, message) => {
    expect(classifyRpcError({ code, message })).toEqual({ kind: 'reverted' })
  })

  test.each(reasons)('is recognised whatever its revert reason says: %s', (message) => {
    for (const code of [3, -32000]) expect(classifyRpcError({ code, message })).toEqual({ kind: 'reverted' })
  })

  test.each([
    'EVM error; database error: failed to get storage: error sending request',
    'EVM error: Database(Corruption)',
    'runtime error: index out of bounds [5]',
    'execution aborted (timeout = 5s)',
  ])('does not include: %s', (message) => {
    expect(classifyRpcError({ code: -32000, message })).toEqual({ kind: 'transient' })
  })
})

describe('an error of the node', () => {
  test.each(sayings)('%s (%i): %s', (_, code, message, expected, data) => {
    expect(classifyRpcError({ code, message, data })).toMatchObject(expected)
  })

  test('a nonsensical suggested range is ignored', () => {
    const message = 'query returned more than 10000 results. Try with this block range [0x20, 0x10].'
    expect(classifyRpcError({ code: -32005, message })).toEqual(many())
  })
})

describe('a transport failure', () => {
  test.each([
    [429, 'rate_limited'],
    [402, 'quota_exhausted'],
    [401, 'denied'],
    [403, 'denied'],
    [404, 'denied'],
    [408, 'transient'],
    [500, 'transient'],
    [502, 'transient'],
    [503, 'transient'],
    [400, 'invalid'],
    [413, 'too_many_results'],
  ])('HTTP %i is %s', (httpStatus, kind) => {
    expect(classifyTransportError(new TransportError('http', 'x', { httpStatus })).kind).toBe(kind)
  })

  test('Retry-After is kept', () => {
    const error = new TransportError('http', 'x', { httpStatus: 429, retryAfterSeconds: 7 })
    expect(classifyTransportError(error)).toEqual({ kind: 'rate_limited', retryAfterMs: 7000 })
  })

  test.each(['network', 'timeout', 'malformed'] as const)('%s is retryable', (fault) => {
    expect(classifyTransportError(new TransportError(fault, 'x'))).toEqual({ kind: 'transient' })
  })

  test('an oversized response asks for a smaller range', () => {
    expect(classifyTransportError(new TransportError('too_large', 'x')).kind).toBe('too_many_results')
  })
})
