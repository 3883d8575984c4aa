import { toHex } from '#lib/base/bytes.ts'
import { isCreation } from '#lib/evm/chain/block.ts'
import type { CallFrame } from '#lib/evm/chain/rpc/replay/call-tree.ts'
import type { LogRow } from '#lib/evm/chain/tables/tables.ts'

/** A frame with its place among the others, all by their index in execution order. */
export type PlacedFrame = {
  frame: CallFrame
  /** `0` for the transaction's own call, `0-2` for its third call. */
  path: string
  parent: number | undefined
  calls: readonly number[]
  /** Gas used by its own code: without that of its calls. Negative where the node counts refunds in. */
  ownGas: bigint
  /** The delegate call to which a proxy passes its whole calldata on. */
  delegate: number | undefined
}

/** The tree of the frames of a transaction, which come in execution order with their depths. */
export const placeFrames = (frames: readonly CallFrame[]): PlacedFrame[] => {
  const calls = frames.map((): number[] => [])
  const parents: (number | undefined)[] = []
  const paths: string[] = []
  const open: number[] = []
  for (const [index, { depth }] of frames.entries()) {
    open.length = depth
    const parent = open.at(-1)
    parents.push(parent)
    paths.push(parent === undefined ? '0' : `${paths[parent]}-${calls[parent]?.length ?? 0}`)
    if (parent !== undefined) calls[parent]?.push(index)
    open.push(index)
  }
  return frames.map((frame, index) => {
    const own = calls[index] ?? []
    const gasBelow = own.reduce((sum, call) => sum + (frames[call]?.gasUsed ?? 0n), 0n)
    return {
      frame,
      path: paths[index] ?? '0',
      parent: parents[index],
      calls: own,
      ownGas: frame.gasUsed - gasBelow,
      delegate: delegateOf(frame, own, frames),
    }
  })
}

/** Only where it is the one call with the same calldata: a contract may use libraries besides. */
const delegateOf = (
  { type, input }: CallFrame,
  calls: readonly number[],
  frames: readonly CallFrame[],
): number | undefined => {
  if (isCreation(type)) return undefined
  const same = calls.filter((call) => frames[call]?.type === 'DELEGATECALL' && frames[call]?.input === input)
  return same.length === 1 ? same[0] : undefined
}

/** A log of the receipt in its frame: before the frame's call number `position`, from 0; after all of them if null. */
export type PlacedLog = { log: LogRow; position: number | null }

type LogPlacement = {
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
