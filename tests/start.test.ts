import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { bareEnvironment } from '#tests/support/bare-environment.ts'
import { copyPreparedDemo, environmentOf } from '#tests/support/prepared-demo.ts'
import { freePort } from '#tests/support/spyglass.ts'
import { isFull } from '#tests/support/tier.ts'

/* `npm start` over the build that stands (the test command makes it first). */

type Ended = { code: number | null; output: string }

/* Ample, for a machine in use can take four times as long. */
const startWithinMs = 120_000
const patienceMs = 4 * startWithinMs

let folder: string
const running: ChildProcess[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'spyglass-start-'))
  // Nothing is left to index.
  await copyPreparedDemo(folder)
})
afterEach(() => {
  // One that a failed test left running stops, and its children with it.
  for (const child of running.splice(0)) child.kill('SIGTERM')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const start = (environment: Record<string, string>): { child: ChildProcess; ended: Promise<Ended> } => {
  const child = spawn(process.execPath, ['--import', './lib/server/check-node.mjs', 'lib/server/start.ts'], {
    env: {
      ...bareEnvironment(),
      ...environmentOf(folder),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk
    })
  return { child, ended: once(child, 'close').then(([code]) => ({ code, output })) }
}

/** Process ids of the children of a process. Linux names them; elsewhere `ps` does. */
const childrenOf = (pid: number | undefined): Map<string, number> => {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).trim().split('\n')
  return new Map(
    rows.flatMap((row) => {
      const [, id, parent, name] = /^\s*(\d+)\s+(\d+)\s.*processes\/(\w+)\.mjs/.exec(row) ?? []
      return Number(parent) === pid && name ? [[name, Number(id)]] : []
    }),
  )
}

const isAlive = (pid: number | undefined): boolean => {
  if (pid === undefined) return false
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )

test('an invalid configuration ends the start at once, listing every error', async () => {
  const { code, output } = await start({ PORT: 'many', NODE_URL_ETHEREUM: 'http://127.0.0.1:1' }).ended
  expect(code).toBe(1)
  expect(output).toContain('PORT must be a whole number')
  expect(output).toContain('NODE_URL_ETHEREUM does not name a known chain')
  expect(output).not.toMatch(/\n\s+at /)
})

test('a port in use stops web and worker, and the message names the port', { timeout: patienceMs }, async () => {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const address = holder.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const { code, output } = await start({ PORT: String(port) }).ended
  holder.close()
  expect(code).toBe(1)
  expect(output).toContain(`port ${port} is in use`)
})

/** Both processes run, and web answers. */
const startBoth = async () => {
  const port = await freePort()
  const { child, ended } = start({ PORT: String(port) })
  const isUp = () => answers(`http://127.0.0.1:${port}/api/health`)
  await expect.poll(isUp, { timeout: startWithinMs }).toBe(true)
  // Web may answer before the worker is named in the list of processes.
  await expect
    .poll(() => [...childrenOf(child.pid).keys()].sort(), { timeout: startWithinMs })
    .toEqual(['web', 'worker'])
  return { child, ended, isUp, first: childrenOf(child.pid) }
}

test('a killed worker is restarted alone, and a signal stops both processes and frees the port', {
  timeout: patienceMs,
}, async () => {
  const { child, ended, isUp, first } = await startBoth()
  process.kill(first.get('worker') ?? 0, 'SIGKILL')
  await expect
    .poll(() => childrenOf(child.pid).get('worker') ?? first.get('worker'), { timeout: startWithinMs })
    .not.toBe(first.get('worker'))
  expect(childrenOf(child.pid).get('web')).toBe(first.get('web'))
  expect(await isUp()).toBe(true)

  child.kill('SIGTERM')
  const { code, output } = await ended
  expect(code).toBe(0)
  expect(output).toContain('worker was killed by SIGKILL; restarting it.')
  expect(await isUp()).toBe(false)
})

if (isFull)
  test('a killed web process is restarted alone, and both end when their parent is killed', {
    timeout: patienceMs,
  }, async () => {
    const { child, ended, isUp, first } = await startBoth()
    process.kill(first.get('web') ?? 0, 'SIGKILL')
    await expect.poll(isUp, { timeout: startWithinMs }).toBe(false)
    await expect.poll(isUp, { timeout: startWithinMs }).toBe(true)
    const second = childrenOf(child.pid)
    expect(second.get('worker')).toBe(first.get('worker'))

    child.kill('SIGKILL')
    await expect.poll(() => [...second.values()].some(isAlive), { timeout: startWithinMs }).toBe(false)
    const { output } = await ended
    expect(output).toContain('web was killed by SIGKILL; restarting it.')
    expect(output).toContain('the supervisor has exited')
  })
