import type { Abi, Hex } from 'viem'
import { z } from 'zod'

const isAddress = (value: unknown): boolean => typeof value === 'string' && /^0x[0-9a-f]{40}$/.test(value)
const hex = z.string().regex(/^0x[0-9a-f]*$/)

/** The fields of a log that the transport reads. Everything else in the archive is passed on unchanged. */
const log = z.looseObject({ address: hex, topics: z.array(hex), blockNumber: hex, blockHash: hex })
const receipt = z.looseObject({
  transactionHash: hex,
  blockNumber: hex,
  contractAddress: hex.nullable(),
  logs: z.array(log),
})
const transaction = z.looseObject({ hash: hex, blockNumber: hex, transactionIndex: hex })
const block = z.looseObject({
  number: hex,
  hash: hex,
  parentHash: hex,
  timestamp: hex,
  transactions: z.array(transaction),
})
/** Accounts before or after a transaction, as the prestateTracer names them. */
const accounts = z.record(hex, z.looseObject({ code: z.int().optional() }))
const failure = z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() })
const recordedResult = z.union([z.object({ result: z.unknown() }), z.object({ error: failure })])

/**
 * A node's answers, as recorded: blocks with full transactions, receipts by block, calls and state changes by transaction,
 * reads at the head.
 */
export const evmRecording = z.object({
  chainId: hex,
  netVersion: z.string(),
  clientVersion: z.string(),
  blocks: z.array(block),
  receipts: z.array(z.array(receipt)),
  traces: z.record(hex, z.unknown()),
  stateChanges: z.record(hex, z.object({ pre: accounts, post: accounts })),
  /** The code of accounts in `stateChanges`, by its index: most of it repeats. */
  codes: z.array(hex),
  code: z.record(hex, hex),
  storage: z.record(z.string(), hex),
  balances: z.record(hex, hex),
  nonces: z.record(hex, hex),
  /** Keyed by `address data`. */
  calls: z.record(z.string(), recordedResult),
  contracts: z.array(
    z.object({ address: z.custom<Hex>(isAddress), name: z.string(), abi: z.custom<Abi>(Array.isArray) }),
  ),
})

export type EvmRecording = z.infer<typeof evmRecording>
export type RecordedLog = z.infer<typeof log>
