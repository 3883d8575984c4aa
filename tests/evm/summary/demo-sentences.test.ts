import { decodeFunctionData } from 'viem'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { recordedChain } from '#lib/demo/evm/methods.ts'
import { coinMoves, framesOf } from '#lib/evm/chain/rpc/replay/call-tree.ts'
import { logMoves } from '#lib/evm/summary/log-data.ts'
import { coinMove } from '#lib/evm/summary/moves.ts'
import { transactionSentence } from '#lib/evm/summary/sentence.ts'
import { coinsOfFrames, flowsOf, type RawFrame, type RawReceipt } from './recorded-flows.ts'
import { faultsOf, logRecord } from './sentence-faults.ts'

const wrappedSpy = '0x4b36057cbeeb9bf756d620d9ba14e22e2cdac4ca'

const sent = z.object({
  ...{ hash: z.string(), from: z.string(), to: z.string().nullable(), value: z.string(), input: z.string() },
  blobVersionedHashes: z.array(z.string()).default([]),
})

/** Every verb but `no longer allows anyone`, for the approval of one NFT that is taken back: no one in the ledger does that. */
const verbs = [
  ...['created', 'minted', 'sent', 'wrapped', 'unwrapped', 'allowed', 'no longer allows', 'called', 'tried to call'],
  ...['tried to send', 'tried to create', 'bought', 'sold', 'traded', 'swapped', 'added', 'removed', 'deposited'],
  ...['redeemed', 'staked', 'borrowed', 'repaid', 'claimed', 'bridged', 'moved', 'burned', 'received', 'collected'],
  ...['withdrew', 'executed', 'bundled', 'posted'],
]

test('the demo ledger shows every kind of sentence, and each says what its sender lost and gained', async () => {
  const { recording } = await recordedChain()
  const abis = new Map(recording.contracts.map(({ address, abi }) => [address, abi]))
  const wrong: string[] = []
  const said = new Map<string, number>()
  for (const [number, block] of recording.blocks.entries()) {
    for (const [index, recorded] of block.transactions.entries()) {
      const transaction = sent.parse(recorded)
      const receipt = recording.receipts[number]?.[index]
      const trace = recording.traces[transaction.hash] as RawFrame
      if (!receipt) throw new Error(`no receipt of ${transaction.hash}`)
      const logs = receipt.logs.map((log) => logRecord(log as unknown as Parameters<typeof logRecord>[0]))
      const wrappings = new Set(logs.filter(({ address }) => address === wrappedSpy).map(({ log_index }) => log_index))
      const moves = [
        ...coinMoves(framesOf(trace as never)).map(({ from, to, value }) => coinMove(from, to, value)),
        ...logMoves(logs, wrappings),
      ]
      const sentence = transactionSentence(
        {
          from_address: transaction.from,
          to_address: transaction.to,
          value: String(BigInt(transaction.value)),
          input: transaction.input,
          logs,
          receipt_status: receipt.status === '0x1' ? '1' : '0',
          receipt_contract_address: receipt.contractAddress ?? null,
          decoded_call: callOf(transaction, abis.get((transaction.to ?? '0x') as `0x${string}`)),
        },
        { moves, isCoinTraced: true, blobs: transaction.blobVersionedHashes.length },
      )
      for (const { verb } of sentence.clauses) said.set(verb, (said.get(verb) ?? 0) + 1)
      if (receipt.status !== '0x1') continue
      const flows = flowsOf(transaction.from, receipt as unknown as RawReceipt, coinsOfFrames(trace), wrappedSpy)
      const faults = faultsOf(sentence, flows)
      if (faults.length > 0) wrong.push(`${transaction.hash}: ${faults.join('; ')}`)
    }
  }
  expect(wrong).toEqual([])
  expect([...said.keys()].toSorted()).toEqual(verbs.toSorted())
  // A token and the coin.
  expect(said.get('bridged')).toBe(2)
})

const callOf = ({ input }: { input: string }, abi: readonly unknown[] | undefined) => {
  try {
    const { functionName } = decodeFunctionData({ abi: abi as never, data: input as `0x${string}` })
    return { signature: '', label: String(functionName), type: 'function' as const, params: [] }
  } catch {
    return undefined
  }
}
