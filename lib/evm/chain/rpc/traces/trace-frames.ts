import type { Hex } from '#lib/base/hex.ts'
import { type Fields, isFields } from '#lib/base/is-fields.ts'
import { InconsistentAnswer } from '#lib/evm/chain/rpc/inconsistent-answer.ts'
import { parseAddress, parseBytes, parseQuantity } from '#lib/evm/chain/rpc/parse.ts'

/** A call of a transaction, as the node wrote it. */
export type TraceFrame = {
  fields: Fields
  /** 0 for the transaction's own call, 1 for the calls it makes. */
  depth: number
  error: string | null
  /** It failed, or an enclosing call did: it had no effect. */
  isUndone: boolean
  /** Its place among the calls of its caller, from 0. */
  position: number
  /** Undefined for the transaction's own call. */
  caller: TraceFrame | undefined
}

/** Frames of callTracer below the transaction's own call, in execution order. */
export const framesBelow = (top: Fields): TraceFrame[] => allFrames(top).slice(1)

/** Frames of callTracer in execution order. They nest in `calls`; a failed frame keeps its calls. */
export function allFrames(top: Fields): TraceFrame[] {
  const error = textOf(top.error)
  const first = { fields: top, depth: 0, error, isUndone: error !== null, position: 0, caller: undefined }
  const frames: TraceFrame[] = [first]
  // Not by recursion: a trace may be 1,024 deep.
  const rest: TraceFrame[] = []
  const push = (caller: TraceFrame) => {
    const inner = caller.fields.calls ?? []
    if (!Array.isArray(inner)) throw cutOff()
    for (let position = inner.length - 1; position >= 0; position--) {
      const fields = objectOf(inner[position])
      const error = textOf(fields.error)
      const isUndone = caller.isUndone || error !== null
      rest.push({ fields, depth: caller.depth + 1, error, isUndone, position, caller })
    }
  }
  push(first)
  for (let next = rest.pop(); next; next = rest.pop()) {
    if (textOf(next.fields.type) === null) throw cutOff()
    frames.push(next)
    push(next)
  }
  return frames
}

/** Parity traces below the transaction's own call, in execution order. */
export const tracesBelow = (raw: readonly Fields[]): TraceFrame[] => allTraces(raw).filter(({ depth }) => depth > 0)

/** Parity traces in execution order: a flat list, each with its position in the tree. */
export function allTraces(raw: readonly Fields[]): TraceFrame[] {
  const placed = raw
    .map((fields) => ({ fields, place: placeOf(fields.traceAddress) }))
    .sort((a, b) => comparePlaces(a.place, b.place))
  const frameAt = new Map<string, TraceFrame>()
  return placed.map(({ fields, place }) => {
    const caller = place.length > 0 ? frameAt.get(place.slice(0, -1).join()) : undefined
    if ((place.length > 0 && !caller) || textOf(fields.type) === null) throw cutOff()
    const error = textOf(fields.error)
    const isUndone = caller?.isUndone === true || error !== null
    const frame = { fields, depth: place.length, error, isUndone, position: place.at(-1) ?? 0, caller }
    frameAt.set(place.join(), frame)
    return frame
  })
}

/** The places of the calls that lead to a frame, the transaction's own aside: `0_2` for the third call of its first call. */
export const tracePath = (frame: TraceFrame): string => {
  const places: number[] = []
  for (let next = frame; next.caller; next = next.caller) places.push(next.position)
  return places.reverse().join('_')
}

function placeOf(raw: unknown): number[] {
  if (!Array.isArray(raw) || !raw.every((step) => Number.isSafeInteger(step))) {
    throw new InconsistentAnswer('a trace without a place')
  }
  return raw
}

/** Parents before children, siblings in order. */
function comparePlaces(a: readonly number[], b: readonly number[]): number {
  for (const [index, step] of a.entries()) {
    const other = b[index]
    if (other === undefined) return 1
    if (step !== other) return step - other
  }
  return a.length - b.length
}

export function objectOf(raw: unknown): Fields {
  if (!isFields(raw)) throw new InconsistentAnswer('a trace that is not an object')
  return raw
}

export const textOf = (raw: unknown): string | null => (typeof raw === 'string' && raw !== '' ? raw : null)

const isNone = (raw: unknown): boolean => raw === undefined || raw === null || raw === ''
export const addressOrNull = (raw: unknown, what: string): Hex | null => (isNone(raw) ? null : parseAddress(raw, what))
export const quantityOrZero = (raw: unknown, what: string): bigint => (isNone(raw) ? 0n : parseQuantity(raw, what))
export const bytesOrNone = (raw: unknown, what: string): Hex => (isNone(raw) ? '0x' : parseBytes(raw, what))

/** Otherwise, part of the calls would look complete. */
export const cutOff = (): InconsistentAnswer => new InconsistentAnswer('a trace that is cut off')
