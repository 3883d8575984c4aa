import { expect, test } from 'vitest'
import { coinMoves, readCallTree } from '#lib/evm/chain/rpc/replay/call-tree.ts'
import { logMoves } from '#lib/evm/summary/log-data.ts'
import { coinMove } from '#lib/evm/summary/moves.ts'
import { transactionSentence } from '#lib/evm/summary/sentence.ts'
import { hasRecordings, recordedNode, recordedTraces } from '#tests/evm/trace/replay/recorded-traces.ts'
import { isFull } from '#tests/support/tier.ts'
import {
  coinsOfFrames,
  coinsOfTraces,
  flowsOf,
  type RawFrame,
  type RawReceipt,
  type RawTrace,
  type RawTransaction,
} from './recorded-flows.ts'
import { faultsOf, logRecord } from './sentence-faults.ts'

const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const sampled = isFull ? 1 : 6
const hash = (text: string | undefined) => (text?.startsWith('0x') ? (text as `0x${string}`) : '0x')

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
