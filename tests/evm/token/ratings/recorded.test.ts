import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { toHex } from '#lib/base/bytes.ts'
import { skeletonOf } from '#lib/base/skeleton.ts'
import { parseBlock, parseReceipts } from '#lib/evm/chain/rpc/parse.ts'
import { checkedBlock } from '#lib/evm/chain/rpc/reading/check.ts'
import { createPool, type NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'
import { createEvmRangeIndex } from '#lib/evm/chain/write/writer.ts'
import { createKnownAddresses, wellKnownTokens } from '#lib/evm/labels/known-addresses.ts'
import { keepRatings } from '#lib/evm/token/ratings/keep-ratings.ts'
import { keepContractMetadata } from '#lib/evm/token-metadata/keep-contract-metadata.ts'
import { recordedBlocks } from '#tests/evm/chain/decode/recorded-blocks.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'

const folder = join('..', 'shared/recordings/evm/mainnet')
const call = z.tuple([z.object({ to: z.string(), data: z.string() })], z.unknown())
const line = z.object({ method: z.string(), params: z.array(z.unknown()), result: z.unknown() })

/** Answers what was recorded of contracts; all else is undone. */
const recordedContracts = (): NodePool => {
  const answers = new Map<string, unknown>()
  for (const text of gunzipSync(readFileSync(join(folder, 'aux.jsonl.gz')))
    .toString()
    .trim()
    .split('\n')) {
    const { method, params, result } = line.parse(JSON.parse(text))
    if (method !== 'eth_call') continue
    const [{ to, data }] = call.parse(params)
    answers.set(`${to} ${data}`, result)
  }
  const answer = (params: readonly unknown[]) => {
    const [{ to, data }] = call.parse(params)
    const key = `${to} ${data}`
    return answers.has(key)
      ? { result: answers.get(key) }
      : { error: { code: 3, message: 'execution reverted', data: '0x' } }
  }
  return createPool([
    {
      name: 'recorded',
      send: async (calls) =>
        calls.map(({ method, params }) => (method === 'eth_blockNumber' ? { result: '0x1c9c380' } : answer(params))),
    },
  ])
}

/** A clock that runs until the first real wait, or a few of them. */
const until = (waits: number) => {
  const stop = new AbortController()
  let left = waits
  const wait = async (ms: number) => {
    if (ms > 0 && --left === 0) stop.abort()
  }
  return { signal: stop.signal, clock: { now: () => 0, wait } }
}

/** Real contracts, where the recordings are at hand: of nearly all of them it is known that they are honest. */
test.runIf(existsSync(folder))('no contract in the recorded mainnet blocks is rated as spam', async () => {
  const store = await evmStores('sqlite')()
  const ranges = createEvmRangeIndex(store, 1)
  const blocks = recordedBlocks(join(folder, 'blocks'))
    .filter((_, index) => index % 3 === 0)
    .map(({ answers }) =>
      checkedBlock(parseBlock(answers.block), parseReceipts(answers.receipts), { checkBloom: true }),
    )
  for (const block of blocks.toSorted((a, b) => a.number - b.number))
    await ranges.appendRange([block], { latest: 30_000_000, finalized: 30_000_000 })
  const pool = recordedContracts()
  const log = { info: () => {}, warn: () => {} }
  const facts = until(1)
  await keepContractMetadata(store, 1, pool, { log, signal: facts.signal, options: { clock: facts.clock } })
  const ratings = until(3)
  const sources = { pool, known: createKnownAddresses({}) }
  await keepRatings(store, 1, sources, {
    log,
    signal: ratings.signal,
    options: { clock: ratings.clock, firstAfterMs: 0 },
  })

  const rows = await store.db
    .selectFrom('evm_ratings as r')
    .innerJoin('evm_contracts as c', (join) => join.on('c.chain', '=', 1).onRef('c.address', '=', 'r.address'))
    .select(['c.address', 'c.name', 'c.symbol', 'r.score', 'r.rated_at'])
    .execute()
  expect(rows.length).toBeGreaterThan(500)
  expect(rows.filter(({ rated_at }) => rated_at === 0)).toEqual([])
  expect(rows.filter(({ score }) => score >= 50)).toEqual([])
  const named = new Map<string, string | null>(rows.map(({ address, name }) => [toHex(address), name]))
  for (const { address, name } of wellKnownTokens)
    if (named.get(address)) expect(skeletonOf(named.get(address) ?? '')).toBe(skeletonOf(name))
})
