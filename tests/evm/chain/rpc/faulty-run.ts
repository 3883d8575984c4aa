import { demoEvmTransport } from '#lib/demo/evm/demo-transport.ts'
import type { EvmBlock } from '#lib/evm/chain/block.ts'
import { createEvmReader } from '#lib/evm/chain/rpc/reading/reader.ts'
import type { RpcTransport } from '#lib/evm/chain/rpc/transport/classify.ts'
import { createPool } from '#lib/evm/chain/rpc/transport/pool.ts'
import { TransportError } from '#lib/evm/chain/rpc/transport/transport-error.ts'
import type { ChainIndex } from '#lib/indexing/chain.ts'
import { follow } from '#lib/indexing/follow.ts'
import { createChance } from '#tests/indexing/random.ts'
import { createVirtualClock, type VirtualClock } from '#tests/support/virtual-clock.ts'

export type FaultRates = {
  /** Of requests that are answered with 429, at once. */
  limited?: number
  /** What such an answer asks for. */
  retryAfterSeconds?: number
  /** Of requests that are never answered. */
  hanging?: number
  /** The first requests fail with this HTTP status, then none. */
  firstStatus?: { status: number; requests: number }
  nodes?: number
}

const hangMs = 30_000
const requestMs = 100
const callMs = 5

/**
 * Indexes blocks 0 to 299 of the demo ledger from nodes with faults, in simulated time: the engine, reader and pool are real.
 * `imposedMs` is the time in which a node refused, or had said that it must not be asked.
 */
export const runWithFaults = async (
  { limited = 0, retryAfterSeconds, hanging = 0, firstStatus, nodes = 1 }: FaultRates,
  seed: number,
): Promise<{ tookMs: number; imposedMs: number; requests: number; blocks: EvmBlock[] }> => {
  const clock = createVirtualClock()
  const chance = createChance(seed)
  const waits: { from: number; to: number }[] = []
  let requests = 0
  const node = (name: string): RpcTransport => {
    const inner = demoEvmTransport()
    return {
      name,
      send: async (calls, signal) => {
        requests += 1
        if (firstStatus && requests <= firstStatus.requests)
          throw new TransportError('http', name, { httpStatus: firstStatus.status })
        if (chance.happens(limited)) {
          const sentAt = clock.now()
          await clock.sleep(requestMs, signal)
          if (retryAfterSeconds) waits.push({ from: sentAt, to: clock.now() + retryAfterSeconds * 1_000 })
          throw new TransportError('http', name, { httpStatus: 429, retryAfterSeconds })
        }
        if (chance.happens(hanging)) {
          await clock.sleep(hangMs, signal)
          throw new TransportError('timeout', name)
        }
        await clock.sleep((requestMs + callMs * calls.length) * (0.8 + chance.fraction() * 0.4), signal)
        return inner.send(calls, signal)
      },
    }
  }
  const transports = Array.from({ length: nodes }, (_, index) => node(`node ${index + 1}`))
  const pool = createPool(transports, { clock, hedged: true, totalMs: 10_000, random: () => chance.fraction() })
  const reader = createEvmReader(pool, { finalityBlocks: 65 })
  const blocks: EvmBlock[] = []
  // The ledger is unpacked in real time, once a process.
  await demoEvmTransport().send([])
  await clock.run(indexInto(blocks, reader, clock))
  return { tookMs: clock.now(), imposedMs: lengthOf(waits), requests, blocks }
}

const indexInto = (blocks: EvmBlock[], reader: ReturnType<typeof createEvmReader>, clock: VirtualClock) => {
  const index: ChainIndex<EvmBlock> = {
    tip: async () => blocks.at(-1),
    linkAt: async (number) => blocks[number],
    finalized: async () => undefined,
    append: async (added) => {
      blocks.push(...added)
    },
    rewind: async () => {
      throw new Error('nothing forks here')
    },
  }
  const signal = new AbortController().signal
  return follow(reader, index, { start: 0, end: 299, signal, pollMs: 1_000, clock })
}

/** Overlapping waits count once. */
const lengthOf = (waits: readonly { from: number; to: number }[]): number => {
  let covered = 0
  let until = 0
  for (const { from, to } of waits.toSorted((a, b) => a.from - b.from)) {
    covered += Math.max(0, to - Math.max(from, until))
    until = Math.max(until, to)
  }
  return covered
}
