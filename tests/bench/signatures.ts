import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import * as z from 'zod'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import { createKnownSignatures } from '#lib/evm/signatures/known-signatures.ts'
import { isTextInput } from '#lib/format/text-input.ts'

/*
 * How many calls and logs of recorded mainnet blocks the bundled signatures name, how many more inputs are text, what is missing
 * most often, and what a lookup costs in time and memory.
 * node --expose-gc tests/bench/signatures.ts [folder of recorded blocks] [how many missing ones to list]
 */
const folder = process.argv[2] ?? '../shared/recordings/evm/mainnet/blocks'
const listed = Number(process.argv[3] ?? 20)
if (!existsSync(folder)) throw new Error(`there are no recorded blocks in ${folder}`)

const hex = z.string()
const line = z.object({ method: z.string(), result: z.unknown() })
const block = z.object({ transactions: z.array(z.object({ to: hex.nullable(), input: hex })) })
const receipts = z.array(z.object({ logs: z.array(z.object({ topics: z.array(hex), data: hex })).nullable() }))

const inputs: Uint8Array[] = []
const logs: { topics: string[]; data: string }[] = []
let shortInputs = 0
for (const file of readdirSync(folder)) {
  for (const text of gunzipSync(readFileSync(`${folder}/${file}`))
    .toString()
    .split('\n')) {
    if (text === '') continue
    const { method, result } = line.parse(JSON.parse(text))
    if (method === 'eth_getBlockByNumber')
      for (const { to, input } of block.parse(result).transactions) {
        if (to === null || input === '0x') continue
        // Fewer than four bytes call no function.
        if (input.length < 10) shortInputs += 1
        else inputs.push(toBytes(input))
      }
    if (method === 'eth_getBlockReceipts') logs.push(...receipts.parse(result).flatMap(({ logs }) => logs ?? []))
  }
}

const memory = (): number => {
  globalThis.gc?.()
  const { rss, heapUsed, arrayBuffers } = process.memoryUsage()
  return Math.round((rss > 0 ? heapUsed + arrayBuffers : 0) / 1e5) / 10
}
const before = memory()
const signatures = createKnownSignatures()
const missing = new Map<string, number>()
const miss = (key: string): void => void missing.set(key, (missing.get(key) ?? 0) + 1)
const share = (part: number, all: number): string => `${((100 * part) / all).toFixed(2)} %`

const measure = <Item>(items: readonly Item[], isNamed: (item: Item) => boolean, keyOf: (item: Item) => string) => {
  const started = performance.now()
  const named = items.filter((item) => {
    if (isNamed(item)) return true
    miss(keyOf(item))
    return false
  }).length
  const microseconds = Math.round(((performance.now() - started) * 1_000) / items.length)
  return { all: items.length, named, share: share(named, items.length), 'µs each': microseconds }
}

const bytesOrNull = (topic: string | undefined): Uint8Array | null => (topic === undefined ? null : toBytes(topic))
const selector = (input: Uint8Array): string => `call ${Buffer.from(input.subarray(0, 4)).toString('hex')}`
console.table({
  'calls, in lists': measure(
    inputs,
    (input) => signatures.guessMethod(input) !== undefined,
    () => '',
  ),
  'calls or text, in lists': measure(
    inputs,
    (input) => signatures.guessMethod(input) !== undefined || isTextInput(toHex(input)),
    () => '',
  ),
  'calls, decoded': measure(inputs, (input) => signatures.guessCall(input) !== undefined, selector),
  logs: measure(
    logs,
    ({ topics: [topic0, topic1, topic2, topic3], data }) =>
      signatures.guessEvent({
        topic0: bytesOrNull(topic0),
        topic1: bytesOrNull(topic1),
        topic2: bytesOrNull(topic2),
        topic3: bytesOrNull(topic3),
        data: toBytes(data),
      }) !== undefined,
    ({ topics }) => `log  ${topics[0] ?? 'anonymous'}, ${topics.length} topics`,
  ),
})
missing.delete('')
console.log(
  `${shortInputs} inputs have fewer than four bytes. Memory of the tables: ${(memory() - before).toFixed(1)} MB.`,
)
for (const kind of ['call', 'log'])
  console.table(
    [...missing]
      .filter(([key]) => key.startsWith(kind))
      .sort(([, a], [, b]) => b - a)
      .slice(0, listed)
      .map(([key, count]) => ({ missing: key, count })),
  )
