import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import * as z from 'zod'

const line = z.object({ method: z.string(), result: z.unknown() })

/** The answers of a recorded node, by method: a file has one line of JSON for each request. */
export const recordedAnswers = (path: string): ((method: string) => unknown) => {
  const lines = gunzipSync(readFileSync(path))
    .toString()
    .trim()
    .split('\n')
    .map((text) => line.parse(JSON.parse(text)))
  return (method) => lines.find((one) => one.method === method)?.result
}
