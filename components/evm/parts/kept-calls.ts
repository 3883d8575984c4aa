import * as z from 'zod'
import type { Filters } from '#lib/format/filters.ts'

/** A function and its arguments. */
export type FunctionCall = readonly string[]

const callsMax = 10
const textMax = 6_000
const schema = z.array(z.array(z.string().max(2_000)).min(1).max(17)).max(callsMax)

/** The earlier calls in the URL, which are read together with the called function. */
export const keptCalls = ({ also }: Filters): readonly FunctionCall[] => {
  if (also === undefined || also.length > textMax) return []
  try {
    return schema.safeParse(JSON.parse(also)).data ?? []
  } catch {
    return []
  }
}

/** The text of these calls for the URL, the newest first and each once; undefined without any. */
export const keptCallText = (calls: readonly FunctionCall[]): string | undefined => {
  const texts = [...new Set(calls.map((call) => JSON.stringify(call)))].slice(0, callsMax)
  while (texts.join().length + 2 > textMax) texts.pop()
  return texts.length === 0 ? undefined : `[${texts.join()}]`
}
