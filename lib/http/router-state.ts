import * as z from 'zod'
import { parseJson } from '#lib/api/input/parse-json.ts'

/** Next's own limit (parse-and-validate-flight-router-state.js). */
const lengthMax = 40_000

const segment = z.union([
  z.string(),
  z.tuple([
    z.string(),
    z.string(),
    z.enum(['c', 'ci(..)(..)', 'ci(.)', 'ci(..)', 'ci(...)', 'oc', 'd', 'di(..)(..)', 'di(.)', 'di(..)', 'di(...)']),
    z.array(z.string()).nullable(),
  ]),
])
const state: z.ZodType = z.lazy(() =>
  z.tuple([
    segment,
    z.record(z.string(), state),
    z.tuple([z.string(), z.string()]).nullable().optional(),
    z.enum(['refetch', 'inside-shared-layout', 'metadata-only']).nullable().optional(),
    z.number().nullable().optional(),
    z.string().optional(),
  ]),
)

/** Whether Next can parse this `Next-Router-State-Tree`: otherwise it would respond with 500. */
export const isRouterState = (header: string): boolean => {
  if (header.length > lengthMax) return false
  try {
    return state.safeParse(parseJson(decodeURIComponent(header))).success
  } catch {
    return false
  }
}
