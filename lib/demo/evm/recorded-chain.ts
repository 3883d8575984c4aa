import { readArchive } from '#lib/demo/archive.ts'
import { movedSeconds } from '#lib/demo/moved-times.ts'
import { movedChain } from './moved-chain.ts'
import { type EvmRecording, evmRecording } from './recording.ts'

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
