import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import type { AptosTables } from '#lib/aptos/chain/tables.ts'
import { readAptosChainRow } from '#lib/aptos/chain/write/aptos-index.ts'
import { readAptosIntervals } from '#lib/aptos/chain/write/stored-intervals.ts'
import { coverageOfLedger, createAptosCoverage } from '#lib/aptos/query/context.ts'
import { demoAptosChainId } from '#lib/demo/cast.ts'
import { readCrashedItems } from '#lib/store/attempts/attempts-table.ts'
import { openStore } from '#lib/store/open.ts'
import { dumpIndex } from '#tests/aptos/aptos-stores.ts'
import { createChance } from '#tests/indexing/random.ts'
import { dialects, testStores } from '#tests/store/test-stores.ts'
import { bundledScript } from '#tests/support/bundled-script.ts'
import { isFull } from '#tests/support/tier.ts'

const kills = isFull ? 2 : 1

let script: string
beforeAll(async () => {
  script = await bundledScript('tests/aptos/chain/ingest/index-demo.ts')
})

/** Runs the worker's loop in a process of its own; killed that long after it began, if a time is given. */
const indexDemo = async (databaseUrl: string, killedAfterMs?: number): Promise<void> => {
  const pageMs = killedAfterMs === undefined ? '0' : '4'
  const child = spawn(process.execPath, [script, databaseUrl, pageMs], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  if (killedAfterMs !== undefined) {
    await Promise.race([once(child.stdout, 'data'), exited])
    await wait(killedAfterMs)
    child.kill('SIGKILL')
  }
  const [code] = await exited
  if (killedAfterMs === undefined) expect(code).toBe(0)
}

const stdio: StdioOptions = ['ignore', 'ignore', 'inherit']

const exitOf = async (child: ChildProcess): Promise<number | string> => {
  const [code, signal] = await once(child, 'exit')
  return code ?? signal
}

describe.each(isFull ? dialects : (['sqlite'] as const))('%s', (dialect) => {
  const stores = testStores(dialect)
  const dumpOf = async (databaseUrl: string): Promise<string[]> => {
    const store = await openStore<AptosTables>(databaseUrl)
    const dump = await dumpIndex(store)
    await store.close()
    return dump
  }

  let calm: string[]
  beforeAll(async () => {
    const url = await stores.createUrl()
    await indexDemo(url)
    calm = await dumpOf(url)
  }, 60_000)

  test('a worker killed again and again ends with the same rows as an undisturbed one', {
    timeout: 60_000,
    tags: ['full'],
  }, async () => {
    const killed = await stores.createUrl()
    const chance = createChance(7)
    for (let kill = 0; kill < kills; kill++) await indexDemo(killed, chance.integer(10, 150))
    await indexDemo(killed)
    expect(await dumpOf(killed)).toEqual(calm)
  })

  test('a version that kills its worker is skipped: all others are indexed, and coverage is partial until a retry', {
    timeout: 400_000,
  }, async () => {
    const killed = await stores.createUrl()
    const deadly = 300
    // Once with others, then three times on its own.
    for (let end = 1; end <= 4; end++)
      expect(await exitOf(spawn(process.execPath, [script, killed, '0', String(deadly)], { stdio }))).toBe('SIGKILL')
    expect(await exitOf(spawn(process.execPath, [script, killed, '0', String(deadly)], { stdio }))).toBe(0)

    const store = await openStore<AptosTables>(killed)
    const intervals = async () =>
      (await readAptosIntervals(store.db, demoAptosChainId)).map(({ first, last }) => [first, last])
    expect(await intervals()).toEqual([
      [0, deadly - 1],
      [deadly + 1, expect.any(Number)],
    ])
    const noted = await store.db.selectFrom('aptos_doubtful_versions').select(['number', 'fault']).execute()
    expect(noted).toEqual([{ number: deadly, fault: expect.stringMatching(/^The worker ended 3 times/) }])
    expect(await readCrashedItems(store)).toMatchObject([
      { kind: 'aptos-versions', key: String(deadly), retryAt: null },
    ])
    expect((await readAptosChainRow(store.db, demoAptosChainId))?.error).toBeNull()
    const coverage = createAptosCoverage(store.db, { now: Date.now, ageMaxMs: 0, isDemo: true })
    expect(coverageOfLedger(await coverage(demoAptosChainId)).isComplete).toBe(false)

    // The operator fixes the cause, and asks for another try.
    expect(await exitOf(spawn(process.execPath, [script, killed, '0', '', 'retry-all'], { stdio }))).toBe(0)
    expect(await store.db.selectFrom('aptos_doubtful_versions').select('number').execute()).toEqual([])
    expect(await readCrashedItems(store)).toEqual([])
    expect(coverageOfLedger(await coverage(demoAptosChainId)).isComplete).toBe(true)
    await store.close()
    expect(await dumpOf(killed)).toEqual(calm)
  })
})
