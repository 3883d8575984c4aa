import type { RpcCall } from '#lib/evm/chain/rpc/transport/classify.ts'
import type { Fault } from '#tests/support/faulty-rpc.ts'

/** Faults of the next requests, one after the other, or of every request; made again for each run. */
export type NodeFault = { next?: (Fault | undefined)[]; always?: Fault[] }

const refusal = (code: number, message: string, methods?: readonly string[]): Fault => ({
  kind: 'error',
  error: { code, message },
  ...(methods && { methods }),
})
const http = (status: number, headers?: Record<string, string>, body?: string): Fault => ({
  kind: 'http',
  status,
  ...(headers && { headers }),
  ...(body !== undefined && { body }),
})

const repeated = (count: number, fault: Fault): Fault[] => Array.from({ length: count }, () => fault)

type Change = (result: unknown, call: RpcCall) => unknown

/** So many results of a method are replaced, of those that `isMeant`. */
const tampered = (
  method: string,
  change: Change,
  {
    times = Number.POSITIVE_INFINITY,
    isMeant = () => true,
  }: { times?: number; isMeant?: (call: RpcCall) => boolean } = {},
): Fault => {
  let left = times
  return {
    kind: 'tamper',
    method,
    change: (result, call) => (isMeant(call) && left-- > 0 ? change(result, call) : result),
  }
}

type Json = Record<string, unknown>
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isJson) : [])
const inBlock =
  (change: (block: Json) => Json | null): Change =>
  (result) =>
    isJson(result) ? change(result) : result
const inReceipts =
  (change: (receipts: Json[]) => unknown): Change =>
  (result) =>
    change(listOf(result))
const inFirstLog = (change: (log: Json) => Json): Change =>
  inReceipts((receipts) =>
    receipts.map((receipt, at) => ({
      ...receipt,
      logs: listOf(receipt.logs).map((log, index) => (at === 0 && index === 0 ? change(log) : log)),
    })),
  )
const hash = (digit: string): string => `0x${digit.repeat(64)}`
const address = (digit: string): string => `0x${digit.repeat(40)}`

/** The node fails for a while, and then is well. */
export const passingFaults: Record<string, () => NodeFault> = {
  '-32601 for block calls once': () => ({
    next: [
      refusal(-32601, 'the method eth_getBlockByNumber does not exist/is not available', ['eth_getBlockByNumber']),
    ],
  }),
  '-32601 for every call, three times': () => ({ next: repeated(3, refusal(-32601, 'method not found')) }),
  '"method not available" for the head': () => ({
    next: [refusal(-32000, 'method not available', ['eth_blockNumber', 'eth_getBlockByNumber'])],
  }),
  '-32603 internal error': () => ({ next: repeated(3, refusal(-32603, 'Internal error')) }),
  '"header not found"': () => ({ next: repeated(2, refusal(-32000, 'header not found', ['eth_getBlockByNumber'])) }),
  '-32005 limit exceeded': () => ({ next: repeated(4, refusal(-32005, 'limit exceeded')) }),
  'a spent quota': () => ({ next: [refusal(-32000, 'Monthly capacity limit exceeded')] }),
  '429 without Retry-After': () => ({ next: repeated(5, http(429)) }),
  '429 with Retry-After': () => ({ next: repeated(3, http(429, { 'retry-after': '1' })) }),
  '401': () => ({ next: [http(401)] }),
  '402': () => ({ next: [http(402)] }),
  '403': () => ({ next: repeated(2, http(403)) }),
  '404': () => ({ next: repeated(2, http(404)) }),
  '408': () => ({ next: [http(408)] }),
  '500': () => ({ next: repeated(3, http(500, {}, '{"error":"internal server error"}')) }),
  '502 in HTML': () => ({ next: repeated(3, http(502)) }),
  '503 with Retry-After': () => ({ next: [http(503, { 'retry-after': '2' })] }),
  'a redirect': () => ({ next: [http(302, { location: 'http://127.0.0.1:9/' })] }),
  'HTML with status 200': () => ({
    next: repeated(2, http(200, { 'content-type': 'text/html' }, '<html>login</html>')),
  }),
  'an empty body': () => ({ next: repeated(2, http(200, {}, '')) }),
  'truncated JSON': () => ({ next: repeated(2, http(200, {}, '[{"jsonrpc":"2.0","id":1,"resu')) }),
  'a truncated body': () => ({ next: repeated(3, { kind: 'truncated' }) }),
  'invalid gzip': () => ({ next: repeated(2, http(200, { 'content-encoding': 'gzip' }, 'not compressed')) }),
  'an oversized response': () => ({ next: repeated(2, http(200, {}, `"${'x'.repeat(3 << 20)}"`)) }),
  'a reset connection': () => ({ next: repeated(4, { kind: 'reset' }) }),
  'a hanging request': () => ({ next: [{ kind: 'silent' }] }),
  'several hanging requests': () => ({ next: [{ kind: 'silent' }, undefined, { kind: 'silent' }] }),
  'a dripping response': () => ({ next: [{ kind: 'drip', everyMs: 20 }, undefined, { kind: 'drip', everyMs: 20 }] }),
  'responses with wrong ids': () => ({ next: repeated(2, { kind: 'wrong_ids' }) }),
  'responses with the same id': () => ({ next: repeated(2, { kind: 'repeated_ids' }) }),
  'an incomplete batch response': () => ({ next: repeated(2, { kind: 'missing_answer' }) }),
  'a null block below the head': () => ({
    always: [tampered('eth_getBlockByNumber', () => null, { times: 2, isMeant: ({ params }) => params[0] === '0x7' })],
  }),
  'null for the head': () => ({
    always: [
      tampered('eth_getBlockByNumber', () => null, { times: 2, isMeant: ({ params }) => params[0] === 'latest' }),
    ],
  }),
  'a head that decreases': () => ({
    always: [
      tampered('eth_blockNumber', () => '0x5', { times: 4 }),
      tampered(
        'eth_getBlockByNumber',
        inBlock((block) => ({ ...block, number: '0x5' })),
        {
          times: 3,
          isMeant: ({ params }) => params[0] === 'latest',
        },
      ),
    ],
  }),
  'a head beyond the newest block': () => ({
    always: [
      tampered('eth_blockNumber', () => '0xffff', { times: 4 }),
      tampered(
        'eth_getBlockByNumber',
        inBlock((block) => ({ ...block, number: '0xffff' })),
        {
          times: 3,
          isMeant: ({ params }) => params[0] === 'latest',
        },
      ),
    ],
  }),
  'another chain id': () => ({ always: [tampered('eth_chainId', () => '0x5', { times: 4 })] }),
}

/** The node always answers so. */
export const lastingFaults: Record<string, () => NodeFault> = {
  'batches refused': () => ({ always: [{ kind: 'batch_refused' }] }),
  'batches of more than five refused': () => ({ always: [{ kind: 'batch_refused', longerThan: 5 }] }),
  'batches refused with 413': () => ({ always: [{ kind: 'batch_refused', longerThan: 5, status: 413 }] }),
  'batches refused with 500': () => ({ always: [{ kind: 'http', status: 500, longerThan: 1 }] }),
  'batches refused with a page': () => ({ always: [{ kind: 'not_json', longerThan: 3 }] }),
  'batches dropped': () => ({ always: [{ kind: 'reset', longerThan: 3 }] }),
  'one response to a batch': () => ({ always: [{ kind: 'missing_answer', longerThan: 1 }] }),
  'receipts of no block': () => ({
    always: [refusal(-32603, 'receipts length mismatch: 1 vs 0', ['eth_getBlockReceipts'])],
  }),
  'responses out of order': () => ({ always: [{ kind: 'shuffled' }] }),
  'no eth_getBlockReceipts': () => ({
    always: [
      refusal(-32601, 'the method eth_getBlockReceipts does not exist/is not available', ['eth_getBlockReceipts']),
    ],
  }),
  'no finalized tag': () => ({
    always: [tampered('eth_getBlockByNumber', () => null, { isMeant: ({ params }) => params[0] === 'finalized' })],
  }),
  'slow responses': () => ({ always: [{ kind: 'slow', ms: 30 }] }),
}

const block = 'eth_getBlockByNumber'
const receipts = 'eth_getBlockReceipts'

/** Receipts that do not come together; one by one they do. */
const receiptChanges: Record<string, [method: string, change: Change]> = {
  'null receipts': [receipts, () => null],
  'no receipts': [receipts, inReceipts(() => [])],
  'fewer receipts than transactions': [receipts, inReceipts((all) => all.slice(1))],
}

/** The block is in its place, but its contents are wrong. */
const contentChanges: Record<string, [method: string, change: Change]> = {
  'a repeated receipt': [receipts, inReceipts((all) => [...all, ...all.slice(0, 1)])],
  'receipts of another block': [receipts, inReceipts((all) => all.map((one) => ({ ...one, blockHash: hash('9') })))],
  'a receipt with another status': [
    receipts,
    inReceipts((all) => all.map((one, at) => (at === 0 ? { ...one, status: '0x0' } : one))),
  ],
  'no logs': [receipts, inReceipts((all) => all.map((one) => ({ ...one, logs: [] })))],
  'half of the logs': [
    receipts,
    inReceipts((all) => all.map((one, at) => (at % 2 === 0 ? { ...one, logs: [] } : one))),
  ],
  'a missing log': [
    receipts,
    inReceipts((all) =>
      all.map((one, at) => (at === all.length - 1 ? { ...one, logs: listOf(one.logs).slice(1) } : one)),
    ),
  ],
  'a log with other data': [receipts, inFirstLog((log) => ({ ...log, data: hash('7') }))],
  'a log of another contract': [receipts, inFirstLog((log) => ({ ...log, address: address('7') }))],
  'a repeated log index': [receipts, inFirstLog((log) => ({ ...log, logIndex: '0x1' }))],
  'a bloom of other logs': [block, inBlock((one) => ({ ...one, logsBloom: `0x${'11'.repeat(256)}` }))],
  'a missing transaction': [block, inBlock((one) => ({ ...one, transactions: listOf(one.transactions).slice(1) }))],
  'transactions as hashes': [
    block,
    inBlock((one) => ({ ...one, transactions: listOf(one.transactions).map((transaction) => transaction.hash) })),
  ],
  'a transaction of another sender': [
    block,
    inBlock((one) => ({
      ...one,
      transactions: listOf(one.transactions).map((transaction, at) =>
        at === 0 ? { ...transaction, value: '0x7' } : transaction,
      ),
    })),
  ],
  'another miner': [block, inBlock((one) => ({ ...one, miner: address('9') }))],
}

/** The block itself does not fit between its neighbours. */
const linkChanges: Record<string, [method: string, change: Change]> = {
  'a block of another fork': [block, inBlock((one) => ({ ...one, hash: hash('8'), parentHash: hash('7') }))],
  'another parent': [block, inBlock((one) => ({ ...one, parentHash: hash('7') }))],
  'a block of another number': [block, inBlock((one) => ({ ...one, number: '0x8' }))],
  'a timestamp before its parent': [block, inBlock((one) => ({ ...one, timestamp: '0x1' }))],
}

/** One block is wrong, in so many of its answers. */
const blockFaults =
  (changes: typeof contentChanges) =>
  (number: number, times: number): Record<string, () => NodeFault> =>
    Object.fromEntries(
      Object.entries(changes).map(([name, [method, change]]) => [
        name,
        () => ({
          always: [
            tampered(method, change, {
              times,
              isMeant: ({ params }) => params[0] === `0x${number.toString(16)}` && params[1] !== false,
            }),
          ],
        }),
      ]),
    )

export const contentFaults = blockFaults(contentChanges)
export const receiptFaults = blockFaults(receiptChanges)
export const linkFaults = blockFaults(linkChanges)
