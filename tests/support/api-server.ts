import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bareEnvironment } from './bare-environment.ts'
import { builtProcess } from './built-process.ts'
import { freePort } from './spyglass.ts'

export type RunningApiServer = {
  url: string
  /** Process id of the API server, not of its worker. */
  pid: number
  databaseUrl: string
  /** The output of both processes so far. */
  output(): string
  /** Exit code of the API server, once it has ended. */
  stop(): Promise<number | null>
}

export const apiKey = 'tests-of-the-api-0123456789'

const startWithinMs = 180_000
const pollMs = 50

/** Whether a server responds and every chain, or each of these, is indexed up to its head. */
const isUpToDate = async (url: string, token?: string, waitsFor?: readonly string[]): Promise<boolean> => {
  const headers = token === undefined ? undefined : { authorization: `Bearer ${token}` }
  const response = await fetch(`${url}/api/health`, { headers }).catch(() => undefined)
  if (!response?.ok) return false
  const health = (await response.json()) as { chains: { chain: string; lag: number | null }[] }
  const chains = health.chains.filter(({ chain }) => waitsFor?.includes(chain) ?? true)
  return chains.length > 0 && chains.every(({ lag }) => lag === 0)
}

/**
 * Runs the API server and a worker over their own database (or the given one), and waits until the head is
 * indexed. Nothing is inherited from the environment of this process.
 */
export const startApiServer = async (
  environment: Record<string, string> = {},
  {
    withWorker = true,
    healthToken,
    waitsFor,
  }: { withWorker?: boolean; healthToken?: string; waitsFor?: readonly string[] } = {},
): Promise<RunningApiServer> => {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'spyglass-api-'))
  const url = `http://127.0.0.1:${port}`
  const databaseUrl = environment.DATABASE_URL ?? `sqlite:${join(folder, 'spyglass.db')}`
  let output = ''
  const run = (script: string): ChildProcess => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script], {
      // Not the checkout: a service manager starts processes anywhere.
      cwd: folder,
      env: {
        ...bareEnvironment(),
        PORT: String(port),
        DATABASE_URL: databaseUrl,
        MEDIA_DIR: join(folder, 'media'),
        API_KEYS: `tests:${apiKey}`,
        RATE_LIMIT_KEY: '1000000',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        output += chunk.toString()
      })
    return child
  }
  const server = run(builtProcess('api-server'))
  const children = [server, ...(withWorker ? [run(builtProcess('worker'))] : [])]
  const ended = children.map((child) => once(child, 'close'))
  const stop = async (): Promise<number | null> => {
    for (const child of children) if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
    await Promise.all(ended)
    rmSync(folder, { recursive: true, force: true })
    return server.exitCode
  }
  const giveUpAt = Date.now() + startWithinMs
  while (!(await isUpToDate(url, healthToken, waitsFor))) {
    if (children.some(({ exitCode }) => exitCode !== null) || Date.now() > giveUpAt) {
      await stop()
      throw new Error(`The API server did not start:\n${output}`)
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
  if (server.pid === undefined) throw new Error('The API server has no process.')
  return { url, pid: server.pid, databaseUrl, output: () => output, stop }
}
