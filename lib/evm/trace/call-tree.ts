import type { Service } from '#lib/api/endpoint.ts'
import { toHex } from '#lib/base/bytes.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { byteCount } from '#lib/base/hex.ts'
import { isCreation } from '#lib/evm/chain/block.ts'
import { type LabelOf, labelsOn } from '#lib/evm/labels/known-addresses.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import type { callTreeEndpoints } from './contract.ts'
import { type FrameDecoder, frameDecoder } from './decode-frames.ts'
import { type PlacedFrame, type PlacedLog, placeFrames, placeLogs } from './frame-tree.ts'
import { shortened } from './shortened.ts'
import { tracedTransaction } from './transaction-gas.ts'

/** More frames than these are cut off, and `frame_count` says so. */
export const framesMax = 10_000

/** The calls of a transaction, decoded briefly: each in full is `callFrameQuery`. */
export const callTreeQuery =
  (context: EvmQueryContext): Service<typeof callTreeEndpoints>['evmCallTree'] =>
  async (input, call) => {
    const traced = await tracedTransaction(context, input, call?.signal)
    const { chain, stored, logs, tree } = traced
    const all = placeFrames(tree.frames)
    const placement = placeLogs(all, logs)
    const decoder = await frameDecoder(context, chain, stored.block_number, {
      frames: all.slice(0, framesMax).map(({ frame }) => frame),
      logs,
      call,
    })
    return {
      transaction_hash: toHex(stored.hash),
      block_number: String(stored.block_number),
      block_hash: toHex(stored.block_hash),
      method: tree.method,
      frame_count: all.length,
      frames: frameRecords(all, placement.logs, decoder, labelsOn(context.known, chain.id)),
      log_placement: placement.how,
      logs_not_placed: placement.notPlaced,
    }
  }

/** One frame of that tree with everything in it. */
export const callFrameQuery =
  (context: EvmQueryContext): Service<typeof callTreeEndpoints>['evmCallFrame'] =>
  async (input, call) => {
    const { chain, stored, tree } = await tracedTransaction(context, input, call?.signal)
    const placed = placeFrames(tree.frames).find(({ path }) => path === input.frame)
    if (!placed) throw new ServiceError('not_found', `The transaction has no call ${input.frame}.`)
    const decoder = await frameDecoder(context, chain, stored.block_number, { frames: [placed.frame], logs: [], call })
    return wholeFrame(placed, decoder, labelsOn(context.known, chain.id))
  }

/** The first frames, each in brief. */
export const frameRecords = (
  all: readonly PlacedFrame[],
  logs: ReadonlyMap<number, readonly PlacedLog[]>,
  decoder: FrameDecoder,
  labelOf: LabelOf,
) =>
  all.slice(0, framesMax).map((placed, index) => ({
    ...frameRecord(placed, labelOf),
    call: shortened(decoder.call(placed.frame)),
    reason: shortened(decoder.error(placed.frame)),
    input_bytes: byteCount(placed.frame.input),
    output_bytes: byteCount(placed.frame.output),
    delegate: placed.delegate === undefined ? null : (all[placed.delegate]?.path ?? null),
    logs: (logs.get(index) ?? []).map(({ log, position }) => ({
      log_index: String(log.log_index),
      position,
      address: toHex(log.address),
      event: shortened(decoder.event(log)),
    })),
  }))

/** A frame with everything in it. */
export const wholeFrame = (placed: PlacedFrame, decoder: FrameDecoder, labelOf: LabelOf) => {
  const { frame } = placed
  return {
    ...frameRecord(placed, labelOf),
    call: inFull(decoder.call(frame)),
    reason: inFull(decoder.error(frame)),
    input: frame.input,
    output: frame.output,
    returned: decoder.output(frame) ?? null,
  }
}

const frameRecord = ({ frame, path }: PlacedFrame, labelOf: LabelOf) => {
  const { type, from, to, value, gas, gasUsed, input, error, isUndone } = frame
  return {
    frame: path,
    type,
    from,
    to,
    to_label: to && labelOf(to),
    value: String(value),
    gas: String(gas),
    gas_used: String(gasUsed),
    selector: isCreation(type) || input.length < selectorLength ? null : input.slice(0, selectorLength),
    error,
    is_undone: isUndone,
  }
}

const selectorLength = 10

type Parameters = { name: string; value: string; type: string }[]
type Named = { label: string; signature: string; source: 'abi' | 'signatures'; params: Parameters }

export const inFull = (named: Named | undefined) =>
  named ? { label: named.label, signature: named.signature, source: named.source, arguments: named.params } : null
