import type * as z from 'zod'
import * as parameters from '#lib/api/input/parameters.ts'

const rowsDefault = 15
/** Of a page: more would be cut to the size of a result. */
const rowsMax = 50

export const rowLimit = () => parameters.pageSize({ fallback: rowsDefault, max: rowsMax }).describe('Rows, at most 50.')

export const rowCursor = () =>
  parameters
    .cursor()
    .optional()
    .describe('The cursor that `next` of the last answer names, with the same other arguments.')

type Shape = Record<string, z.ZodType>

/** The parameters of a list of a contract, with the paging of tools. */
export const pagedShape = <S extends Shape>(shape: S) => {
  const { limit: _, cursor: __, ...rest } = shape
  return { ...(rest as Omit<S, 'limit' | 'cursor'>), limit: rowLimit(), cursor: rowCursor() }
}

/** A row without what is not known of it. */
export const known = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && value !== undefined))
