import type { Hex } from '#lib/base/hex.ts'

/** The implementation of a contract at a block. */
export type ImplementationPoint = {
  block: number
  /** `no_code` for an account, `plain` for code that never forwards, `none` for code that forwards to nothing at that block. */
  kind: string
  implementations: readonly Hex[]
}

/**
 * Kinds of code that cannot change where they forward to, unless it is replaced (see `askReplaced`). (An account's EIP-7702
 * designation can.)
 */
const lasting = new Set(['plain', 'eip1167', 'clone'])

/** The implementation of a contract according to known points, in block order. */
export const implementationsAt = (
  points: readonly ImplementationPoint[],
  block: number,
): { point: ImplementationPoint | undefined; isCertain: boolean } => {
  const before = points.findLast((point) => point.block <= block)
  const after = points.find((point) => point.block >= block)
  const point = before ?? after
  if (!point) return { point, isCertain: false }
  const isLasting = points.some(({ kind }) => lasting.has(kind))
  return { point, isCertain: isLasting || (before !== undefined && after !== undefined && isSame(before, after)) }
}

/** Adds a point. Of consecutive equal points, only the first and the last are kept. */
export const withPoint = (
  points: readonly ImplementationPoint[],
  added: ImplementationPoint,
): ImplementationPoint[] => {
  const all = [...points.filter(({ block }) => block !== added.block), added].sort((a, b) => a.block - b.block)
  return all.filter((point, index) => {
    const [before, after] = [all[index - 1], all[index + 1]]
    return !(before && after && isSame(before, point) && isSame(point, after))
  })
}

const isSame = (a: ImplementationPoint, b: ImplementationPoint): boolean =>
  a.kind === b.kind && a.implementations.join() === b.implementations.join()
