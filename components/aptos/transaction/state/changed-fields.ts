import { isFields } from '#lib/base/is-fields.ts'

/** A field whose value changed; a side is undefined where there is no such field. */
export type ChangedField = { path: string; before: string | undefined; after: string | undefined }

/** Values compared of one item: hostile ones may have any number. */
const valuesMax = 2_000
const depthMax = 24

/** The fields of a value that changed, by their paths, in the order of the value after. `more` were not compared. */
export const changedFields = (before: unknown, after: unknown): { fields: ChangedField[]; isWhole: boolean } => {
  const fields: ChangedField[] = []
  const budget = { left: valuesMax }
  compare({ path: '', before, after, depth: 0 }, fields, budget)
  return { fields, isWhole: budget.left > 0 }
}

type Pair = { path: string; before: unknown; after: unknown; depth: number }

const compare = ({ path, before, after, depth }: Pair, fields: ChangedField[], budget: { left: number }): void => {
  if (budget.left-- <= 0 || Object.is(before, after)) return
  const names = depth < depthMax ? sharedNames(before, after) : undefined
  if (!names) {
    const [was, is] = [textOf(before), textOf(after)]
    if (was !== is) fields.push({ path, before: was, after: is })
    return
  }
  for (const name of names) {
    const inner = path === '' ? name : `${path}.${name}`
    compare({ path: inner, before: itemOf(before, name), after: itemOf(after, name), depth: depth + 1 }, fields, budget)
  }
}

/** Of two objects or two lists; undefined for values that are compared as a whole. */
const sharedNames = (before: unknown, after: unknown): string[] | undefined => {
  if (Array.isArray(before) && Array.isArray(after))
    return Array.from({ length: Math.min(valuesMax, Math.max(before.length, after.length)) }, (_, index) =>
      String(index),
    )
  if (!isFields(before) || !isFields(after)) return undefined
  return [...new Set([...Object.keys(after), ...Object.keys(before)])]
}

const itemOf = (value: unknown, name: string): unknown => {
  if (Array.isArray(value)) return value[Number(name)]
  return isFields(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

const textOf = (value: unknown): string | undefined =>
  value === undefined ? undefined : typeof value === 'string' ? value : JSON.stringify(value)
