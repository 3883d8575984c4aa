import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Json } from '#tests/demo-recorder/aptos/write-set.ts'

const recordings = join('..', 'shared', 'recordings', 'aptos')

export const hasRecordings = existsSync(recordings)

/** The recorded transactions of a network in their order, one after another: a node never leaves a version out. */
export const recordedTransactions = (network: string): Json[] =>
  gunzipSync(readFileSync(join(recordings, network, 'transactions.jsonl.gz')))
    .toString()
    .trim()
    .split('\n')
    .map((line): Json => JSON.parse(line).result)
    .toSorted((a, b) => Number(a.version) - Number(b.version))
    .map((transaction, index) => ({ ...transaction, version: String(index) }))
