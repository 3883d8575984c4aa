import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { coverageText } from '#lib/api/coverage.ts'
import { indexNetwork } from '#lib/aptos/chain/ingest/index-network.ts'
import { createAptosNode } from '#lib/aptos/chain/rpc/node.ts'
import type { AptosContent, AptosTables } from '#lib/aptos/chain/tables.ts'
import { readAptosIntervals, versionsWith } from '#lib/aptos/chain/write/stored-intervals.ts'
import { coverageOfLedger, createAptosCoverage } from '#lib/aptos/query/context.ts'
import { demoAptosFetch } from '#lib/demo/aptos/demo-fetch.ts'
import { demoAptosChainId as chainId } from '#lib/demo/cast.ts'
import type { Store } from '#lib/store/store.ts'
import { aptosStores, dumpIndex } from '#tests/aptos/aptos-stores.ts'
import { dialects } from '#tests/store/test-stores.ts'

const node = () => createAptosNode({ baseUrls: ['http://demo.invalid/v1'], fetch: demoAptosFetch })

/** Indexes the demo ledger until every version has these contents. */
const index = async (store: Store<AptosTables>, contents: readonly AptosContent[], end?: number): Promise<void> => {
  const last = end ?? (await node().ledgerInfo()).newestVersion
  const stop = new AbortController()
  const network = { name: 'mainnet', node: node(), start: { at: 0 }, end, contents, pollMs: 5 } as const
  const done = indexNetwork(store, network, { log: { info: () => {}, warn: () => {} }, signal: stop.signal })
  const isWhole = async () => {
    const [only] = await versionsWith(store.db, chainId, contents)
    return only?.first === 0 && only.last >= last
  }
  while (!(await isWhole())) await wait(5)
  stop.abort()
  await (await done).rereading
}

const coverageIn = async (store: Store<AptosTables>, need: 'always' | 'if recorded'): Promise<string> => {
  const coverage = createAptosCoverage(store.db, { now: Date.now, ageMaxMs: 0, needs: { digital_assets: need } })
  return coverageText(coverageOfLedger(await coverage(chainId)))
}

describe.each(dialects)('%s', (dialect) => {
  const createStore = aptosStores(dialect)

  test('an index without digital and fungible assets gets them when they are switched on, and is not complete until then', async () => {
    const [older, whole] = [await createStore(), await createStore()]
    await index(older, [], 60)
    expect(await readAptosIntervals(older.db, chainId)).toMatchObject([{ first: 0 }])
    expect(await coverageIn(older, 'always')).toBe('none')
    expect(await coverageIn(older, 'if recorded')).toMatch(/^0-/)

    await index(older, ['digital_assets', 'fungible_assets'])
    await index(whole, ['digital_assets', 'fungible_assets'])
    expect(await dumpIndex(older)).toEqual(await dumpIndex(whole))
    expect(await coverageIn(older, 'always')).toMatch(/^0-/)
  })

  test('an index that has digital assets without having recorded it gets no row twice', async () => {
    const [store, whole] = [await createStore(), await createStore()]
    await index(whole, ['digital_assets'])
    await index(store, ['digital_assets'])
    await store.db.deleteFrom('aptos_content_intervals').execute()
    await index(store, ['digital_assets'])
    expect(await dumpIndex(store)).toEqual(await dumpIndex(whole))
  })

  test('an index with a gap of digital assets says so, also when they are switched off', async () => {
    const store = await createStore()
    await index(store, ['digital_assets'], 40)
    await index(store, [])
    expect(await coverageIn(store, 'if recorded')).toBe('0-40')
  })
})
