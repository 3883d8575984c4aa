/*
 * The demo ledger indexed into the database of the first argument, by the same loop as the worker's, until it is whole or the
 * process is ended. Each step is a small one, so that an end falls between any two. A third argument is a version that kills
 * the process whenever it is read; with `retry-all` after it, versions that were set aside are read again.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { indexNetwork } from '#lib/aptos/chain/ingest/index-network.ts'
import { aptosMigrations } from '#lib/aptos/chain/migrations/migrations.ts'
import { createAptosNode } from '#lib/aptos/chain/rpc/node.ts'
import type { AptosTables } from '#lib/aptos/chain/tables.ts'
import { readAptosIntervals } from '#lib/aptos/chain/write/stored-intervals.ts'
import { demoAptosFetch } from '#lib/demo/aptos/demo-fetch.ts'
import { demoAptosChainId } from '#lib/demo/cast.ts'
import { openFirstAttempts } from '#lib/store/attempts/attempts.ts'
import { openStore } from '#lib/store/open.ts'
import { storeMigrations } from '#lib/store/own-tables/settings.ts'
import { migrate } from '#lib/store/store.ts'

const [databaseUrl = '', pageMs = '0', deadly = '', retryAll] = process.argv.slice(2)
const pageMax = 15

const smallPages: typeof fetch = async (input, init) => {
  const url = new URL(String(input))
  const [start, limit] = [url.searchParams.get('start'), Math.min(pageMax, Number(url.searchParams.get('limit')))]
  const isRead = start !== null && Number(start) <= Number(deadly) && Number(deadly) < Number(start) + limit
  if (deadly !== '' && isRead) process.kill(process.pid, 'SIGKILL')
  if (start !== null) url.searchParams.set('limit', String(limit))
  await wait(Number(pageMs))
  return demoAptosFetch(url, init)
}

const store = await openStore<AptosTables>(databaseUrl)
await migrate(store, storeMigrations, aptosMigrations)
const node = createAptosNode({ baseUrls: ['http://demo.invalid/v1'], fetch: smallPages })
const { newestVersion } = await node.ledgerInfo()
const stop = new AbortController()
const log = { info: () => {}, warn: deadly === '' ? console.error : () => {} }
/** A minute of waiting for the next attempt lasts three seconds. */
const fastNow = () => Date.now() + Math.round(performance.now()) * 20
const clock = { now: () => performance.now(), wait: (ms: number) => wait(Math.min(ms, 50)) }
const attempts = await openFirstAttempts(store, { now: fastNow, retryAll: retryAll === 'retry-all' })
const network = {
  name: 'mainnet',
  node,
  start: { at: 0 },
  contents: ['digital_assets', 'fungible_assets'],
  pollMs: 10,
  clock,
} as const
const done = indexNetwork(store, network, { log, signal: stop.signal, attempts })
process.stdout.write('begun\n')
const isWhole = async (): Promise<boolean> => {
  const intervals = await readAptosIntervals(store.db, demoAptosChainId)
  return intervals.at(-1)?.last === newestVersion && (deadly !== '' || intervals.length === 1)
}
while (!(await isWhole())) await wait(5)
stop.abort()
await (await done).rereading
await attempts.close()
await store.close()
