/*
 * The demo ledger indexed into the database of the first argument, by the same loop as the worker's, until it is whole or the
 * process is ended. Each step is a small one, so that an end falls between any two.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { indexNetwork } from '#lib/aptos/ingest/index-network.ts'
import { aptosMigrations } from '#lib/aptos/migrations.ts'
import { createAptosNode } from '#lib/aptos/node/node.ts'
import type { AptosTables } from '#lib/aptos/tables.ts'
import { readIntervals } from '#lib/aptos/writer/stored-intervals.ts'
import { demoAptosFetch } from '#lib/demo/aptos.ts'
import { demoAptosChainId } from '#lib/demo/cast.ts'
import { migrate } from '#lib/store/migrate.ts'
import { openStore } from '#lib/store/open.ts'

const [databaseUrl = '', pageMs = '0'] = process.argv.slice(2)
const pageMax = 15

const smallPages: typeof fetch = async (input, init) => {
  const url = new URL(String(input))
  const limit = Number(url.searchParams.get('limit'))
  if (limit > pageMax) url.searchParams.set('limit', String(pageMax))
  await wait(Number(pageMs))
  return demoAptosFetch(url, init)
}

const store = await openStore<AptosTables>(databaseUrl)
await migrate(store, aptosMigrations)
const node = createAptosNode({ baseUrls: ['http://demo.invalid/v1'], fetch: smallPages })
const { newestVersion } = await node.ledgerInfo()
const stop = new AbortController()
const log = { info: () => {}, warn: console.error }
const network = { name: 'mainnet', node, start: { at: 0 }, withDigitalAssets: true, pollMs: 10 } as const
const done = indexNetwork(store, network, log, stop.signal)
process.stdout.write('begun\n')
while ((await readIntervals(store.db, demoAptosChainId)).at(-1)?.last !== newestVersion) await wait(5)
stop.abort()
await done
await store.close()
