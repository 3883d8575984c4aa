import type { CallContext } from '#lib/api/endpoint.ts'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import type { Hex } from '#lib/base/hex.ts'
import type { ContractAt, KnownAbis } from '#lib/evm/abi/abi-index.ts'
import { type DecodedError, decodeCall, decodeError, decodeOutput, selectorOf } from '#lib/evm/abi/decode-call.ts'
import { decodeLog } from '#lib/evm/abi/decode-log.ts'
import type { DecodedCall, DecodedEvent } from '#lib/evm/api/records/transactions.ts'
import { isCreation } from '#lib/evm/chain/block.ts'
import type { CallFrame } from '#lib/evm/chain/rpc/replay/call-tree.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { LogRow } from '#lib/evm/chain/tables/tables.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'

/** A decoded value, and whether a verified ABI says so or a known signature was guessed. */
type Sourced<Value> = Value & { source: 'abi' | 'signatures' }

export type FrameDecoder = {
  call(frame: CallFrame): Sourced<DecodedCall> | undefined
  output(frame: CallFrame): DecodedCall['params'] | undefined
  error(frame: CallFrame): Sourced<DecodedError> | undefined
  event(log: LogRow): Sourced<DecodedEvent> | undefined
}

/** Contracts whose ABIs one request may look up; further ones are decoded by guesses only. */
const contractsMax = 100
const hashesMax = 300

/** Decodes the calls, returned values, errors and logs of frames. */
export const frameDecoder = async (
  { abis, signatures }: EvmQueryContext,
  chain: ServedChain,
  block: number,
  { frames, logs, call }: { frames: readonly CallFrame[]; logs: readonly LogRow[]; call: CallContext | undefined },
): Promise<FrameDecoder> => {
  const [known] = await Promise.all([
    abis?.knownOf(chain, contractsOf(block, frames, logs), { call }),
    signatures?.learn(hashesOf(frames, logs)),
  ])
  const given = await abis?.givenOf(chain, contractsOf(block, frames, logs))
  const givenOf = (address: Hex | null) => (address && given?.({ address, block })) || []
  const abisOf = (address: Hex | null) => (address && known?.({ address, block })) || []
  return {
    call: (frame) => {
      if (!mayCall(frame)) return undefined
      const input = toBytes(frame.input)
      return verifiedOrGuess(
        decodeCall(abisOf(frame.to), input),
        () => decodeCall(givenOf(frame.to), input) ?? signatures?.guessCall(input),
      )
    },
    output: (frame) =>
      mayCall(frame) && !frame.error
        ? decodeOutput(abisOf(frame.to), toBytes(frame.input), toBytes(frame.output))
        : undefined,
    error: (frame) => {
      if (frame.error === null || frame.output.length < selectorLength) return undefined
      const output = toBytes(frame.output)
      // An error is declared as a function is: the selectors of both are in the same lists.
      return verifiedOrGuess(
        decodeError(errorAbis(frame, known, block), output),
        () => decodeError(errorAbis(frame, given, block), output) ?? signatures?.guessCall(output),
      )
    },
    event: (log) =>
      verifiedOrGuess(
        decodeLog(abisOf(toHex(log.address)), log),
        () => decodeLog(givenOf(toHex(log.address)), log) ?? (log.topic0 ? signatures?.guessEvent(log) : undefined),
      ),
  }
}

const selectorLength = 10

const mayCall = ({ type, input }: CallFrame): boolean =>
  input.length >= selectorLength && !isCreation(type) && type !== 'SELFDESTRUCT'

/** Errors pass through callers unchanged: they may be declared by the contract below, or by a delegate. */
const errorAbis = ({ from, to }: CallFrame, known: KnownAbis | undefined, block: number) =>
  [to, from].flatMap((address) => (address && known?.({ address, block })) || [])

const verifiedOrGuess = <Value extends object>(
  verified: Value | undefined,
  guess: () => Value | undefined,
): Sourced<Value> | undefined => {
  if (verified) return { ...verified, source: 'abi' }
  const guessed = guess()
  return guessed && { ...guessed, source: 'signatures' }
}

/** The contracts that run most often come first. */
const contractsOf = (block: number, frames: readonly CallFrame[], logs: readonly LogRow[]): ContractAt[] => {
  const counts = new Map<Hex, number>()
  const add = (address: Hex) => counts.set(address, (counts.get(address) ?? 0) + 1)
  for (const frame of frames) if (frame.to && mayCall(frame)) add(frame.to)
  for (const { address } of logs) add(toHex(address))
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, contractsMax)
    .map(([address]) => ({ address, block }))
}

/** Selectors and topics that a signature service may know. */
const hashesOf = (frames: readonly CallFrame[], logs: readonly LogRow[]): Hex[] => {
  const hashes = new Set<Hex>()
  for (const frame of frames) {
    const selector = mayCall(frame) ? selectorOf(toBytes(frame.input.slice(0, selectorLength))) : undefined
    if (selector) hashes.add(selector)
    if (frame.error !== null && frame.output.length >= selectorLength) {
      const error = selectorOf(toBytes(frame.output.slice(0, selectorLength)))
      if (error) hashes.add(error)
    }
  }
  for (const { topic0 } of logs) if (topic0) hashes.add(toHex(topic0))
  return [...hashes].slice(0, hashesMax)
}
