import { toHex } from '#lib/base/bytes.ts'
import { isCreation } from '#lib/evm/chain/block.ts'
import type { LogRow } from '#lib/evm/chain/tables/tables.ts'
import type { PlacedFrame } from './frame-tree.ts'

/** A log of the receipt in its frame: before the frame's call number `position`, from 0; after all of them if null. */
export type PlacedLog = { log: LogRow; position: number | null }

export type LogPlacement = {
  /** `traced`: the node reports where each log was emitted. `inferred`: only logs whose contract ran in a single frame. */
  how: 'traced' | 'inferred'
  /** By the index of the frame. */
  logs: ReadonlyMap<number, readonly PlacedLog[]>
  notPlaced: number
}

/** The frames that emitted the logs of a transaction, which are in the order of the receipt. */
export const placeLogs = (frames: readonly PlacedFrame[], logs: readonly LogRow[]): LogPlacement =>
  tracedPlaces(frames, logs) ?? inferredPlaces(frames, logs)

/** The node's own places, if it reports exactly the logs of the receipt. */
const tracedPlaces = (frames: readonly PlacedFrame[], logs: readonly LogRow[]): LogPlacement | undefined => {
  const emitted = emittedLogs(frames)
  if (emitted.length !== logs.length) return undefined
  const placed = new Map<number, PlacedLog[]>()
  for (const [order, { index, position, address, topics }] of emitted.entries()) {
    const log = logs[order]
    if (!log || toHex(log.address) !== address || (log.topic0 ? toHex(log.topic0) : undefined) !== topics[0])
      return undefined
    const calls = frames[index]?.calls.length ?? 0
    push(placed, index, { log, position: position >= calls ? null : position })
  }
  return { how: 'traced', logs: placed, notPlaced: 0 }
}

/** A log with the index of its frame. */
type Emitted = PlacedFrame['frame']['logs'][number] & { index: number }

/** The logs of frames that lasted, in execution order. */
export const emittedLogs = (frames: readonly PlacedFrame[]): Emitted[] => {
  const emitted: Emitted[] = []
  const visit = (index: number): void => {
    const placed = frames[index]
    if (!placed || placed.frame.isUndone) return
    const { frame, calls } = placed
    let next = 0
    const emitBefore = (call: number): void => {
      for (let log = frame.logs[next]; log && log.position <= call; log = frame.logs[++next])
        emitted.push({ ...log, index })
    }
    for (const [number, call] of calls.entries()) {
      emitBefore(number)
      visit(call)
    }
    emitBefore(Number.POSITIVE_INFINITY)
  }
  // 1,024 frames deep at most: the limit of the EVM.
  visit(0)
  return emitted
}

/** A log belongs to a frame that ran as its contract; where there is only one, it is certain. */
const inferredPlaces = (frames: readonly PlacedFrame[], logs: readonly LogRow[]): LogPlacement => {
  const ranAs = new Map<string, number[]>()
  const isStatic: boolean[] = []
  for (const [index, { frame, parent }] of frames.entries()) {
    isStatic.push(frame.type === 'STATICCALL' || (parent !== undefined && isStatic[parent] === true))
    const account = runsAs(frame)
    if (account === null || frame.isUndone || isStatic[index]) continue
    push(ranAs, account, index)
  }
  const placed = new Map<number, PlacedLog[]>()
  let notPlaced = 0
  for (const log of logs) {
    const [only, ...others] = ranAs.get(toHex(log.address)) ?? []
    if (only === undefined || others.length > 0) notPlaced++
    else push(placed, only, { log, position: null })
  }
  return { how: 'inferred', logs: placed, notPlaced }
}

/** The account as which a frame runs: a delegate call runs foreign code as its caller. */
const runsAs = ({ type, from, to }: PlacedFrame['frame']): string | null => {
  if (type === 'SELFDESTRUCT') return null
  if (isCreation(type)) return to
  return type === 'DELEGATECALL' || type === 'CALLCODE' ? from : to
}

const push = <Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void => {
  const known = map.get(key)
  if (known) known.push(value)
  else map.set(key, [value])
}
