import { type Fields, isFields } from '#lib/api/is-fields.ts'
import type { Hex } from './block.ts'
import { InconsistentAnswer } from './inconsistent-answer.ts'
import { parseAddress, parseBytes, parseQuantity } from './parse.ts'

/** A call below a transaction's own, as the node wrote it. */
export type TraceFrame = {
  fields: Fields
  /** 1 for a call of the transaction's own. */
  depth: number
  error: string | null
  /** It failed, or a call around it did: nothing of it had an effect. */
  isUndone: boolean
}

/** Frames of callTracer in execution order. They nest in `calls`; a failed frame keeps its calls. */
export function framesBelow(top: Fields): TraceFrame[] {
  const frames: TraceFrame[] = []
  // Not by recursion: a trace may be 1,024 deep.
  const rest: TraceFrame[] = []
  const push = ({ fields, depth, isUndone }: Omit<TraceFrame, 'error'>) => {
    const inner = fields.calls ?? []
    if (!Array.isArray(inner)) throw cutOff()
    for (const call of inner.toReversed()) {
      const below = objectOf(call)
      const error = textOf(below.error)
      rest.push({ fields: below, depth: depth + 1, error, isUndone: isUndone || error !== null })
    }
  }
  push({ fields: top, depth: 0, isUndone: textOf(top.error) !== null })
  for (let next = rest.pop(); next; next = rest.pop()) {
    if (textOf(next.fields.type) === null) throw cutOff()
    frames.push(next)
    push(next)
  }
  return frames
}

/** Parity traces in execution order: flat, each with its place in the tree. */
export function tracesBelow(raw: readonly Fields[]): TraceFrame[] {
  const placed = raw
    .map((fields) => ({ fields, place: placeOf(fields.traceAddress) }))
    .sort((a, b) => comparePlaces(a.place, b.place))
  const isUndoneAt = new Map<string, boolean>()
  return placed.flatMap(({ fields, place }) => {
    const isParentUndone = place.length > 0 && isUndoneAt.get(place.slice(0, -1).join())
    if (isParentUndone === undefined || textOf(fields.type) === null) throw cutOff()
    const error = textOf(fields.error)
    const isUndone = isParentUndone || error !== null
    isUndoneAt.set(place.join(), isUndone)
    return place.length === 0 ? [] : [{ fields, depth: place.length, error, isUndone }]
  })
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

/** Some of the calls would be shown as all of them. */
export const cutOff = (): InconsistentAnswer => new InconsistentAnswer('a trace that is cut off')
