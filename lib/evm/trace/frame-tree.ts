import { isCreation } from '#lib/evm/chain/block.ts'
import type { CallFrame } from '#lib/evm/chain/rpc/replay/call-tree.ts'

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
