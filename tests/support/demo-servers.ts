import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningApiServer, startApiServer } from './api-server.ts'
import { copyPreparedDemo, environmentOf } from './prepared-demo.ts'
import { type RunningSpyglass, startSpyglass } from './spyglass.ts'

/*
 * Servers over a copy of the prepared demo ledger: they answer at once, with every preview. Those that tests only read from are started
 * once for the whole run (tests/run.ts); a file that is run alone starts its own.
 */

/** A reader's key of the shared web server. */
export const demoKey = 'demo-reader-0123456789'

/** Settings of the servers that tests/run.ts has started. */
export const sharedApi = 'TEST_API_URL'
export const sharedWeb = 'TEST_WEB_URL'

const onCopy = async <Server extends { stop(): Promise<unknown> }>(
  start: (environment: Record<string, string>) => Promise<Server>,
): Promise<Server> => {
  const folder = mkdtempSync(join(tmpdir(), 'spyglass-demo-'))
  await copyPreparedDemo(folder)
  const server = await start(environmentOf(folder))
  return {
    ...server,
    stop: async () => {
      const result = await server.stop()
      rmSync(folder, { recursive: true, force: true })
      return result
    },
  }
}

/** An API server of one's own, without a worker: nothing of its ledger changes. */
export const startDemoApi = (environment: Record<string, string> = {}): Promise<RunningApiServer> =>
  onCopy((place) => startApiServer({ ...place, ...environment }, { withWorker: false }))

/** Web and worker of one's own. */
export const startDemoWeb = (environment: Record<string, string> = {}): Promise<RunningSpyglass> =>
  onCopy((place) => startSpyglass({ ...place, API_KEYS: `reader:${demoKey}`, ...environment }))

type Reader = { url: string; stop(): Promise<unknown> }

const readerOf = async (setting: string, start: () => Promise<Reader>): Promise<Reader> => {
  const url = process.env[setting]
  return url ? { url, stop: async () => {} } : await start()
}

/** The API server that all files share, or one of one's own. It is asked with `apiKey`. */
export const demoApi = (): Promise<Reader> => readerOf(sharedApi, startDemoApi)

/** The web server that all files share, or one of one's own. */
export const demoWeb = (): Promise<Reader> => readerOf(sharedWeb, startDemoWeb)
