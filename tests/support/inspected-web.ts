import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bareEnvironment } from './bare-environment.ts'
import { builtProcess } from './built-process.ts'
import { connectInspector, type Inspector } from './inspector.ts'
import { freePort } from './spyglass.ts'

export type InspectedWeb = {
  url: string
  inspector: Inspector
  /** The output of web and worker so far. */
  output(): string
  stop(): Promise<void>
}

const startWithinMs = 120_000
const pollMs = 50

/** Far above what a test sends, since it measures memory and not limits. */
const withoutLimits = { RATE_LIMIT_ANONYMOUS: '100000', RATE_LIMIT_KEY: '100000' }

/** Runs a worker and the built web separately, so that only web is inspected; waits until the head is indexed. */
export const startInspectedWeb = async (environment: Record<string, string> = {}): Promise<InspectedWeb> => {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'spyglass-inspected-'))
  const url = `http://localhost:${port}`
  let output = ''
  const run = (...parameters: string[]): ChildProcess => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...parameters], {
      cwd: folder,
      env: {
        ...bareEnvironment(),
        PORT: String(port),
        DATABASE_URL: `sqlite:${join(folder, 'spyglass.db')}`,
        MEDIA_DIR: join(folder, 'media'),
        LOG_LEVEL: 'error',
        ...withoutLimits,
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        output += chunk
      })
    return child
  }
  const children = [run(builtProcess('worker')), run('--inspect=127.0.0.1:0', builtProcess('web'))]
  const ended = children.map((child) => once(child, 'close'))
  const stop = async (): Promise<void> => {
    for (const child of children) if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
    await Promise.all(ended)
    rmSync(folder, { recursive: true, force: true })
  }
  const giveUpAt = Date.now() + startWithinMs
  while (!(await isUpToDate(url))) {
    if (children.some(({ exitCode }) => exitCode !== null) || Date.now() > giveUpAt) {
      await stop()
      throw new Error(`Web did not start:\n${output}`)
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
  const [inspectorUrl = ''] = output.match(/ws:\/\/[\w.:/-]+/) ?? []
  const inspector = await connectInspector(inspectorUrl)
  const close = async (): Promise<void> => {
    inspector.close()
    await stop()
  }
  return { url, inspector, output: () => output, stop: close }
}

const isUpToDate = async (url: string): Promise<boolean> => {
  const response = await fetch(`${url}/api/health`).catch(() => undefined)
  if (!response?.ok) return false
  const { chains } = (await response.json()) as { chains: { lag: number | null }[] }
  return chains.length > 0 && chains.every(({ lag }) => lag === 0)
}
