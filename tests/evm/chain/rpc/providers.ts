import type { RpcCall } from '#lib/evm/chain/rpc/transport/classify.ts'
import type { Fault } from '#tests/support/faulty-rpc.ts'

/*
 * How nodes and providers differ from Geth, as far as it is publicly known: what each does otherwise than the node that
 * the tests run on. Sources: the named issue, or the provider's answers as recorded in classify.test.ts.
 */

export type Provider = {
  source: string
  /** What it does otherwise. */
  does: Fault[]
  /** The first block that it still has. */
  prunedTo?: number
  /** Internal calls: whether it has them. */
  traces: 'yes' | 'no'
  /** Changes of stored values that follow: columns that are not compared. */
  without?: readonly string[]
}

type Raw = Record<string, unknown>
const isRaw = (value: unknown): value is Raw => typeof value === 'object' && value !== null && !Array.isArray(value)
const raws = (value: unknown): Raw[] => (Array.isArray(value) ? value.filter(isRaw) : [])

const tamper = (method: string, change: (result: unknown, call: RpcCall) => unknown): Fault => ({
  kind: 'tamper',
  method,
  change,
})
/** Each header, whole block or not. */
const inBlocks = (change: (block: Raw) => Raw): Fault[] =>
  ['eth_getBlockByNumber', 'eth_getBlockByHash'].map((method) =>
    tamper(method, (block) => (isRaw(block) ? change(block) : block)),
  )
const inTransactions = (change: (transaction: Raw) => Raw): Fault[] =>
  inBlocks((block) => ({
    ...block,
    transactions: Array.isArray(block.transactions)
      ? block.transactions.map((one) => (isRaw(one) ? change(one) : one))
      : block.transactions,
  }))
const inReceipts = (change: (receipt: Raw) => Raw): Fault[] => [
  tamper('eth_getBlockReceipts', (receipts) => raws(receipts).map(change)),
  tamper('eth_getTransactionReceipt', (receipt) => (isRaw(receipt) ? change(receipt) : receipt)),
]
const without =
  (...fields: string[]) =>
  (from: Raw): Raw =>
    Object.fromEntries(Object.entries(from).filter(([name]) => !fields.includes(name)))

const blocksOf = ({ params: [query] }: RpcCall): number => {
  const { fromBlock, toBlock } = isRaw(query) ? query : {}
  return Number(toBlock) - Number(fromBlock) + 1
}
/** Log queries of more blocks are refused. */
const logsUpTo = (blocks: number, code: number, message: string): Fault => ({
  kind: 'refuse',
  method: 'eth_getLogs',
  error: { code, message },
  when: (call) => blocksOf(call) > blocks,
})
const lacks = (...methods: string[]): Fault => ({
  kind: 'error',
  error: { code: -32601, message: 'the method does not exist/is not available' },
  methods,
})
const debug = ['debug_traceTransaction', 'debug_traceBlockByNumber']
const parity = ['trace_transaction', 'trace_block', 'trace_replayTransaction']
const noTraces = lacks(...debug, ...parity)
const noFinalized: Fault = tamper('eth_getBlockByNumber', (block, { params }) =>
  params[0] === 'finalized' ? null : block,
)
const emptyBloom = `0x${'0'.repeat(512)}`

/** Refuses everything of blocks before `number`, in one of the ways of nodes that prune. */
const pruned = (number: number, code: number, message: string): Fault[] =>
  ['eth_getBlockByNumber', 'eth_getBlockReceipts'].map((method) => ({
    kind: 'refuse',
    method,
    error: { code, message },
    when: ({ params: [at] }) => typeof at === 'string' && at.startsWith('0x') && Number(at) < number,
  }))

export const providers: Record<string, Provider> = {
  geth: { source: 'the tests run on its interface', does: [], traces: 'yes' },
  'geth without old history': {
    source: 'OffchainLabs/prysm#15500: error 4444',
    does: pruned(9, 4444, 'pruned history unavailable'),
    prunedTo: 9,
    traces: 'yes',
  },
  'nethermind without old history': {
    source: 'NethermindEth/nethermind#8521: null for blocks, an error for receipts',
    does: [
      tamper('eth_getBlockByNumber', (block, { params }) => (Number(params[0]) < 9 ? null : block)),
      ...pruned(9, -32001, 'Resource not found').slice(1),
    ],
    prunedTo: 9,
    traces: 'yes',
  },
  'reth without old history': {
    source: 'paradigmxyz/reth#21304: null for blocks and receipts',
    does: [
      tamper('eth_getBlockByNumber', (block, { params }) => (Number(params[0]) < 9 ? null : block)),
      tamper('eth_getBlockReceipts', (receipts, { params }) => (Number(params[0]) < 9 ? null : receipts)),
    ],
    prunedTo: 9,
    traces: 'yes',
  },
  'old erigon': {
    source: 'erigontech/erigon#1735: log indexes start again with each transaction, types without 0x',
    does: [
      ...inReceipts((receipt) => ({
        ...receipt,
        type: String(Number(receipt.type)),
        logs: raws(receipt.logs).map((log, index) => ({ ...log, logIndex: `0x${index.toString(16)}` })),
      })),
      noFinalized,
      lacks(...debug),
    ],
    // The node of the tests knows debug_ and trace_ methods.
    traces: 'yes',
    without: ['checks'],
  },
  erigon: {
    source: 'Erigon 3: no batch of more than 100',
    does: [{ kind: 'batch_refused', longerThan: 100 }],
    traces: 'yes',
  },
  besu: {
    source: 'besu-eth/besu#4563: EXCEEDS_RPC_MAX_BLOCK_RANGE',
    does: [logsUpTo(5, -32005, 'Requested range exceeds maximum RPC range limit')],
    traces: 'yes',
  },
  'op-geth behind proxyd': {
    source: 'Optimism and Base, recorded: "Block range is too large", "backend response too large"',
    does: [logsUpTo(10, -32000, 'Block range is too large'), noTraces],
    traces: 'no',
  },
  nitro: {
    source: 'Arbitrum: no eth_getBlockReceipts before 2.1; logs matched by query exceeds limit, recorded',
    does: [
      lacks('eth_getBlockReceipts'),
      logsUpTo(12, -32000, 'logs matched by query exceeds limit of 10000'),
      noTraces,
    ],
    traces: 'no',
  },
  zksync: {
    source: 'matter-labs/zksync-era#4580: a bloom on blocks without transactions; no size of its blocks',
    does: inBlocks((block) =>
      block.number === '0x14' ? { ...block, logsBloom: `0x${'f'.repeat(512)}` } : without('size')(block),
    ),
    traces: 'yes',
    without: ['size', 'checks'],
  },
  'polygon bor': {
    source: '0xPolygon/bor#1654: "receipts length mismatch: 1 vs 0" for a block',
    does: [
      {
        kind: 'refuse',
        method: 'eth_getBlockReceipts',
        error: { code: -32000, message: 'receipts length mismatch: 1 vs 0' },
        when: ({ params: [at] }) => at === '0xb',
      },
    ],
    traces: 'yes',
  },
  bsc: {
    source: 'BSC public nodes: logs refused with "limit exceeded"; system logs without a transaction hash',
    does: [
      logsUpTo(8, -32005, 'limit exceeded'),
      ...inReceipts((receipt) => ({
        ...receipt,
        logs: raws(receipt.logs).map((log) => ({ ...log, transactionHash: `0x${'0'.repeat(64)}` })),
      })),
      noTraces,
    ],
    traces: 'no',
  },
  celo: {
    source: 'wevm/wagmi#1046: no gasLimit, difficulty, nonce or uncles before Gingerbread',
    does: inBlocks(without('gasLimit', 'difficulty', 'nonce', 'sha3Uncles', 'uncles', 'mixHash')),
    traces: 'yes',
    without: ['gas_limit', 'checks'],
  },
  filecoin: {
    source: 'Lotus: no receipts of a block before 1.30, traces of Parity alone',
    does: [lacks('eth_getBlockReceipts', ...debug), noFinalized],
    traces: 'yes',
  },
  moonbeam: {
    source: 'Moonriver, recorded: "block range is too wide (maximum 1024)"',
    does: [logsUpTo(6, -32000, 'block range is too wide (maximum 6)'), noTraces],
    traces: 'no',
  },
  scroll: {
    source: 'joshstevens19/rindexer#327: "Unable to complete request at this time." (-32001)',
    does: [logsUpTo(7, -32001, 'Unable to complete request at this time.'), noTraces],
    traces: 'no',
  },
  linea: {
    source: 'Besu: no tag of its own for final blocks before Dencun',
    does: [noFinalized, logsUpTo(20, -32000, 'unknown range error')],
    traces: 'yes',
  },
  'tron-like': {
    source: 'godwokenrises/godwoken-web3#360, java-tron: "0x" for no address, no nonce, numbers in other forms',
    does: [
      ...inReceipts((receipt) => ({ ...receipt, contractAddress: receipt.contractAddress ?? '0x' })),
      ...inTransactions((transaction) => ({
        ...transaction,
        to: transaction.to ?? '0x',
        input: transaction.input === '0x' ? '' : transaction.input,
      })),
    ],
    traces: 'yes',
  },
  ganache: {
    source: 'web3/web3.js#2548: status as a boolean',
    does: [...inReceipts((receipt) => ({ ...receipt, status: receipt.status === '0x1' })), noFinalized, noTraces],
    traces: 'no',
    without: ['checks'],
  },
  stratus: {
    source: 'cloudwalk/stratus#1134: blooms of zeros',
    does: inBlocks((block) => ({ ...block, logsBloom: emptyBloom })),
    traces: 'yes',
    without: ['checks'],
  },
  'flow gateway': {
    source: 'onflow/flow-evm-gateway#695: null for no logs',
    does: [tamper('eth_getLogs', (logs) => (raws(logs).length > 0 ? logs : null)), noTraces],
    traces: 'no',
  },
  icon: {
    source: 'icon-project/icon-rpc-server#141: batches are HTTP 500 without JSON',
    does: [{ kind: 'http', status: 500, longerThan: 1, body: 'Internal Server Error' }],
    traces: 'yes',
  },
  hemi: {
    source: 'hemilabs/ui-monorepo#887: HTTP 500 for batches of more than three',
    does: [{ kind: 'http', status: 500, longerThan: 3, body: '' }],
    traces: 'yes',
  },
  Alchemy: {
    source: 'recorded: ranges of ten blocks on the free tier, with a suggestion',
    does: [
      logsUpTo(10, -32600, 'Under the Free tier plan, you can make eth_getLogs requests with up to a 10 block range.'),
      noTraces,
    ],
    traces: 'no',
  },
  Infura: {
    source: 'INFURA/infura#237: "range 10001 exceeds limit of 10000" (-32602)',
    does: [logsUpTo(16, -32602, 'range 17 exceeds limit of 16'), noTraces],
    traces: 'no',
  },
  QuickNode: {
    source: 'recorded: "eth_getLogs is limited to a 5 range" (-32615)',
    does: [logsUpTo(5, -32615, 'eth_getLogs is limited to a 5 range'), noTraces],
    traces: 'no',
  },
  Ankr: {
    source: 'recorded: "block range is too wide" (-32600)',
    does: [logsUpTo(30, -32600, 'block range is too wide'), noTraces],
    traces: 'no',
  },
  'a public node behind a proxy': {
    source: 'enviodev/hyperindex#605 and proxies of public nodes: a page instead of JSON for heavy requests',
    does: [
      logsUpTo(9, -32000, 'block range is larger than max block range, block range = 10, max block range = 9'),
      { kind: 'not_json', longerThan: 20 },
      noTraces,
    ],
    traces: 'no',
  },
}
