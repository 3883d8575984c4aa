import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freePort } from '#tests/support/free-port.ts'

/* `npm start` over the build that stands (the test command makes it first). */

type Ended = { code: number | null; output: string }

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spyglass-start-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const start = (environment: Record<string, string>): { child: ChildProcess; ended: Promise<Ended> } => {
  const child = spawn(process.execPath, ['--import', './lib/check-node.mjs', 'lib/start.ts'], {
    env: {
      NODE_ENV: 'production',
      PATH: process.env.PATH,
      DATABASE_URL: `sqlite:${join(folder, 'spyglass.db')}`,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk
    })
  return { child, ended: once(child, 'close').then(([code]) => ({ code, output })) }
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )

test('a faulty configuration ends the start at once, with every fault named', async () => {
  const { code, output } = await start({ PORT: 'many', NODE_URL_ETHEREUM: 'http://127.0.0.1:1' }).ended
  expect(code).toBe(1)
  expect(output).toContain('PORT must be a whole number')
  expect(output).toContain('NODE_URL_ETHEREUM names no known chain')
  expect(output).not.toMatch(/\n\s+at /)
})

test('a port in use ends web and worker together, and says which port', async () => {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const address = holder.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const { code, output } = await start({ PORT: String(port) }).ended
  holder.close()
  expect(code).toBe(1)
  expect(output).toContain(`port ${port} is in use`)
})

test('a signal stops both processes, and the port is free again', async () => {
  const port = await freePort()
  const { child, ended } = start({ PORT: String(port) })
  await expect.poll(() => answers(`http://127.0.0.1:${port}/api/health`), { timeout: 25_000 }).toBe(true)
  child.kill('SIGTERM')
  expect((await ended).code).toBe(0)
  expect(await answers(`http://127.0.0.1:${port}/api/health`)).toBe(false)
})
