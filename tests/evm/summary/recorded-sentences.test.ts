import { expect, test } from 'vitest'
import type { TransactionLog } from '#lib/evm/contract/records/transactions.ts'
import { readCallTree } from '#lib/evm/replay/call-tree.ts'
import { coinMoves } from '#lib/evm/replay/coin-moves.ts'
import { logMoves } from '#lib/evm/summary/log-moves.ts'
import { coinMove } from '#lib/evm/summary/moves.ts'
import type { Part } from '#lib/evm/summary/parts.ts'
import { type Sentence, transactionSentence } from '#lib/evm/summary/sentence.ts'
import { hasRecordings, recordedNode, recordedTraces } from '#tests/evm/replay/recorded-traces.ts'
import { isFull } from '#tests/support/tier.ts'
import {
  coinsOfFrames,
  coinsOfTraces,
  type Flows,
  flowsOf,
  type RawFrame,
  type RawReceipt,
  type RawTrace,
  type RawTransaction,
} from './recorded-flows.ts'

const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const sampled = isFull ? 1 : 6
const hash = (text: string | undefined) => (text?.startsWith('0x') ? (text as `0x${string}`) : '0x')

/** Verbs of one thing given for another. */
const exchanges = /^(swapped|bought|sold|traded|minted|redeemed|deposited|added|removed|wrapped|unwrapped)$/

/** The amounts of fungible assets in a sentence about its subject. */
const amountsIn = (parts: readonly Part[]): [asset: string, amount: bigint][] =>
  parts.flatMap((part): [string, bigint][] => {
    if (part.kind === 'native') return [['native', BigInt(part.amount)]]
    return part.kind === 'token' ? [[part.token, BigInt(part.amount)]] : []
  })

const sizeOf = (change: bigint | undefined): bigint | undefined =>
  change !== undefined && change < 0n ? -change : change

/** What a sentence says that the flows of its sender do not bear out; empty if nothing. */
const faultsOf = ({ clauses }: Sentence, flows: Flows): string[] => {
  const gave = [...flows].filter(([, change]) => change < 0n)
  const got = [...flows].filter(([, change]) => change > 0n)
  const [first] = clauses
  const faults: string[] = []
  if (gave.length > 0 && got.length > 0 && !exchanges.test(first?.verb ?? '')) faults.push('is not called an exchange')
  if (first?.verb === 'called' || first?.verb === 'created' || first?.verb === 'bundled' || first?.verb === 'executed')
    return faults
  const isForAnother = first?.verb === 'swapped' && got.length === 0
  for (const { verb, parts } of clauses) {
    if (/^(moved|allowed|no longer)/.test(verb) || flows.size === 0) continue
    for (const [asset, amount] of amountsIn(parts))
      if (sizeOf(flows.get(asset)) !== amount && !(isForAnother && !flows.has(asset)))
        faults.push(`says ${amount} of ${asset}, which is ${flows.get(asset)}`)
  }
  return faults
}

/** The recorded blocks that have traces: the coin that contracts moved is known. */
test.runIf(hasRecordings)(
  'sentences say what the sender of each recorded transaction lost and gained',
  {
    timeout: 300_000,
  },
  async () => {
    const wrong: string[] = []
    let exchanged = 0
    let checked = 0
    for (const [place, recording] of recordedTraces('mainnet').entries()) {
      if (place % sampled !== 0) continue
      const { block, debug, parity } = recording
      const pool = recordedNode(recording)
      const receipts = new Map(
        (recording.receipts as RawReceipt[]).map((receipt) => [receipt.transactionHash, receipt]),
      )
      for (const [index, transaction] of (block.transactions as unknown as RawTransaction[]).entries()) {
        const receipt = receipts.get(transaction.hash)
        if (!receipt || receipt.status === '0x0') continue
        const frame = debug?.[index]?.result ?? debug?.[index]
        const coins = frame
          ? coinsOfFrames(frame as RawFrame)
          : coinsOfTraces((parity as RawTrace[]).filter(({ transactionHash }) => transactionHash === transaction.hash))
        const flows = flowsOf(transaction.from, receipt, coins)
        const tree = await readCallTree(pool, hash(transaction.hash))
        const logs = receipt.logs.map((log) => logRecord(log as RawReceipt['logs'][number] & { logIndex: string }))
        const wrappings = new Set(logs.filter(({ address }) => address === weth).map(({ log_index }) => log_index))
        const moves = [
          ...coinMoves(tree.frames).map(({ from, to, value }) => coinMove(from, to, value)),
          ...logMoves(logs, wrappings),
        ]
        const sentence = transactionSentence(
          {
            from_address: transaction.from,
            to_address: transaction.to,
            value: String(BigInt(transaction.value)),
            input: transaction.input,
            logs,
            receipt_status: '1',
            receipt_contract_address: receipt.contractAddress ?? null,
          },
          { moves, isCoinTraced: true },
        )
        const faults = faultsOf(sentence, flows)
        checked += 1
        const signs = [...flows.values()].map((change) => change > 0n)
        if (signs.includes(true) && signs.includes(false)) exchanged += 1
        if (faults.length > 0) wrong.push(`${transaction.hash}: ${faults.join('; ')}`)
      }
    }
    console.log(`${checked} sentences, ${exchanged} of exchanges, ${wrong.length} wrong`)
    expect(wrong).toEqual([])
    expect(exchanged).toBeGreaterThan(100)
  },
)

const logRecord = ({ address, topics, data, logIndex }: RawReceipt['logs'][number] & { logIndex: string }) => {
  const [topic0 = null, topic1 = null, topic2 = null, topic3 = null] = topics
  return { log_index: String(BigInt(logIndex)), address, data, topic0, topic1, topic2, topic3 } as TransactionLog
}
