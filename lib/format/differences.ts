import { diffArrays } from 'diff'
import { isFields } from '#lib/base/is-fields.ts'

/** One value of two things side by side; undefined if one of them lacks it. Equal texts are no difference. */
export type Difference = { path: readonly string[]; a: string | undefined; b: string | undefined }

/**
 * The identity of a list element, by the first of these that it has: logs by contract and event, attributes by trait,
 * parameters by name, calls by callee.
 */
const identities = [
  ['address', 'topic0'],
  ['trait_type'],
  ['token_address', 'token_id'],
  ['type', 'to'],
  ['type', 'address'],
  ['name'],
  ['type'],
] as const

const identityOf = (element: unknown): string => {
  if (!isFields(element)) return JSON.stringify(element) ?? ''
  const keys = identities.find((names) => names.every((name) => typeof element[name] === 'string')) ?? []
  return keys.map((key) => `${key}=${element[key]}`).join(' ')
}

/** An empty field is treated as absent. */
const textOf = (value: unknown): string | undefined => {
  if (value === undefined || value === null) return undefined
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Matching elements, in the order of both lists; the others unmatched. */
const paired = (a: readonly unknown[], b: readonly unknown[]): [number | undefined, number | undefined][] => {
  let [inA, inB] = [0, 0]
  return diffArrays(a.map(identityOf), b.map(identityOf)).flatMap(({ added, removed, count = 0 }) =>
    Array.from({ length: count }, (): [number | undefined, number | undefined] => [
      added ? undefined : inA++,
      removed ? undefined : inB++,
    ]),
  )
}

const nameOf = (element: unknown): string => {
  if (!isFields(element)) return ''
  const name = [element.name, element.trait_type, element.label].find(
    (candidate) => typeof candidate === 'string' && candidate !== '',
  )
  return name === undefined ? '' : ` ${name}`
}

/** Every value of two records, in the order of the first: those that both have the same included. */
export const differences = (a: unknown, b: unknown, path: readonly string[] = []): Difference[] => {
  if (Array.isArray(a) || Array.isArray(b)) {
    const [listA, listB] = [Array.isArray(a) ? a : [], Array.isArray(b) ? b : []]
    if (listA.length + listB.length === 0) return [{ path, a: textOf(a), b: textOf(b) }]
    return paired(listA, listB).flatMap(([inA, inB]) => {
      const [one, other] = [inA === undefined ? undefined : listA[inA], inB === undefined ? undefined : listB[inB]]
      const at = `${(inA ?? inB ?? 0) + 1}${nameOf(one ?? other)}`
      return differences(one, other, [...path, at])
    })
  }
  if (isFields(a) || isFields(b)) {
    const [fieldsA, fieldsB] = [isFields(a) ? a : {}, isFields(b) ? b : {}]
    const names = [...new Set([...Object.keys(fieldsA), ...Object.keys(fieldsB)])]
    // A record compared with a plain value, or with nothing: each is shown in full if the other lacks it.
    const plain = [a, b].some((value) => value !== undefined && value !== null && !isFields(value))
    if (plain || names.length === 0) return [{ path, a: textOf(a), b: textOf(b) }]
    return names.flatMap((name) => differences(fieldsA[name], fieldsB[name], [...path, name]))
  }
  const row = { path, a: textOf(a), b: textOf(b) }
  return row.a === undefined && row.b === undefined ? [] : [row]
}

/** Two texts split where they start and end to differ: the parts before and after are equal. */
export const differingPart = (a: string, b: string): { before: string; a: string; b: string; after: string } => {
  const shorter = Math.min(a.length, b.length)
  let start = 0
  while (start < shorter && a[start] === b[start]) start++
  let end = 0
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++
  return {
    before: a.slice(0, start),
    a: a.slice(start, a.length - end),
    b: b.slice(start, b.length - end),
    after: a.slice(a.length - end),
  }
}
