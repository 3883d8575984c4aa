import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type RunningSpyglass = {
  url: string
  /** The output of web and worker so far. */
  output(): string
  stop(): Promise<void>
}

/** A port that was free a moment ago. */
export const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

const startWithinMs = 180_000
const pollMs = 50

const answers = async (url: string): Promise<boolean> => {
  const response = await fetch(url).catch(() => undefined)
  return response?.ok ?? false
}

/**
 * Starts the built product like `npm start` and waits until `awaited` answers with 200: until it is healthy, which it never is
 * while none of its nodes answers. Port and database are its own unless given.
 */
export const startSpyglass = async (
  environment: Record<string, string> = {},
  awaited = '/api/health',
): Promise<RunningSpyglass> => {
  const port = environment.PORT ?? String(await freePort())
  const folder = mkdtempSync(join(tmpdir(), 'spyglass-'))
  const url = `http://localhost:${port}`
  let output = ''
  const child: ChildProcess = spawn(
    process.execPath,
    ['--import', './lib/server/check-node.mjs', 'lib/server/start.ts'],
    {
      env: {
        ...process.env,
        PORT: port,
        DATABASE_URL: `sqlite:${join(folder, 'spyglass.db')}`,
        MEDIA_DIR: join(folder, 'media'),
        // All tests of a file are one visitor; tests of limits set their own.
        RATE_LIMIT_ANONYMOUS: '100000',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  // Not `exit`, which can come before the last output.
  const ended = once(child, 'close')
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  const giveUpAt = Date.now() + startWithinMs
  while (!(await answers(url + awaited))) {
    if (child.exitCode !== null || Date.now() > giveUpAt) {
      await stop()
      throw new Error(`Spyglass did not start:\n${output}`)
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
  return { url, output: () => output, stop }
}
