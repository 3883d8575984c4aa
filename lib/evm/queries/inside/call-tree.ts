import type { Service } from '#lib/api/endpoint.ts'
import { ServiceError } from '#lib/api/errors.ts'
import type { EvmExplorerApi } from '#lib/evm/contract/explorer/api.ts'
import { toHex } from '#lib/evm/decode/bytes.ts'
import { type LabelOf, labelsOn } from '#lib/evm/labels/known-addresses.ts'
import type { EvmQueryContext } from '#lib/evm/queries/parts/context.ts'
import { frameDecoder } from './decode-frames.ts'
import { isCreation, type PlacedFrame, placeFrames } from './frame-tree.ts'
import { type PlacedLog, placeLogs } from './place-logs.ts'
import { shortened } from './shortened.ts'
import { tracedTransaction } from './traced-transaction.ts'

/** More frames than these are cut off, and `frame_count` says so. */
const framesMax = 10_000

/** The calls of a transaction, decoded briefly: each in full is `callFrame`. */
export const callTree =
  (context: EvmQueryContext): Service<EvmExplorerApi>['evmCallTree'] =>
  async (input, call) => {
    const traced = await tracedTransaction(context, input, call?.signal)
    const { chain, stored, logs, tree } = traced
    const all = placeFrames(tree.frames)
    const placement = placeLogs(all, logs)
    const shown = all.slice(0, framesMax)
    const decoder = await frameDecoder(
      context,
      chain,
      stored.block_number,
      shown.map(({ frame }) => frame),
      logs,
    )
    const labelOf = labelsOn(context.known, chain.id)
    const logRecord = ({ log, position }: PlacedLog) => ({
      log_index: String(log.log_index),
      position,
      address: toHex(log.address),
      event: shortened(decoder.event(log)),
    })
    return {
      transaction_hash: toHex(stored.hash),
      block_number: String(stored.block_number),
      block_hash: toHex(stored.block_hash),
      method: tree.method,
      frame_count: all.length,
      frames: shown.map((placed, index) => ({
        ...frameRecord(placed, labelOf),
        call: shortened(decoder.call(placed.frame)),
        reason: shortened(decoder.error(placed.frame)),
        input_bytes: bytesOf(placed.frame.input),
        output_bytes: bytesOf(placed.frame.output),
        delegate: placed.delegate === undefined ? null : (all[placed.delegate]?.path ?? null),
        logs: (placement.logs.get(index) ?? []).map(logRecord),
      })),
      log_placement: placement.how,
      logs_not_placed: placement.notPlaced,
    }
  }

/** One frame of that tree with everything in it. */
export const callFrame =
  (context: EvmQueryContext): Service<EvmExplorerApi>['evmCallFrame'] =>
  async (input, call) => {
    const { chain, stored, tree } = await tracedTransaction(context, input, call?.signal)
    const placed = placeFrames(tree.frames).find(({ path }) => path === input.frame)
    if (!placed) throw new ServiceError('not_found', `The transaction has no call ${input.frame}.`)
    const { frame } = placed
    const decoder = await frameDecoder(context, chain, stored.block_number, [frame], [])
    return {
      ...frameRecord(placed, labelsOn(context.known, chain.id)),
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

const inFull = (named: Named | undefined) =>
  named ? { label: named.label, signature: named.signature, source: named.source, arguments: named.params } : null

const bytesOf = (hex: string): number => (hex.length - 2) / 2
