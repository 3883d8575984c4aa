import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'

/* Real processes: a supervisor over processes that do what they are told (sample-process.ts). */

const script = fileURLToPath(new URL('./sample-supervisor.ts', import.meta.url))
const patiently = { timeout: 30_000, interval: 50 }

type Supervisor = {
  child: ChildProcess
  output(): string
  /** Process ids under which a process was seen running, in order. */
  pidsOf(name: string): number[]
  /** Waits until the process is ready for the nth time (from 1), and returns its id. */
  ready(name: string, times?: number): Promise<number>
  ended: Promise<number | null>
}

const started: Supervisor[] = []

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const start = (...processes: string[]): Supervisor => {
  const child = spawn(process.execPath, [script, ...processes], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk
    })
  const seen = (name: string, word: string): number[] =>
    [...output.matchAll(new RegExp(`^${name} (\\d+) ${word}$`, 'gm'))].map(([, pid]) => Number(pid))
  const supervisor: Supervisor = {
    child,
    output: () => output,
    pidsOf: (name) => seen(name, 'runs'),
    ready: async (name, times = 1) => {
      await expect.poll(() => seen(name, 'is ready').length, patiently).toBeGreaterThanOrEqual(times)
      return seen(name, 'is ready')[times - 1] ?? 0
    },
    ended: once(child, 'close').then(([code]) => code),
  }
  started.push(supervisor)
  return supervisor
}

afterEach(async () => {
  for (const { child, pidsOf, ended } of started.splice(0)) {
    child.kill('SIGKILL')
    for (const pid of ['a', 'b'].flatMap(pidsOf)) if (isAlive(pid)) process.kill(pid, 'SIGKILL')
    await ended
  }
})

test('a killed process is restarted, and the other one keeps running', async () => {
  const { ready, output, pidsOf, child, ended } = start('a:serve', 'b:serve')
  const [a] = [await ready('a'), await ready('b')]
  process.kill(a, 'SIGKILL')
  const next = await ready('a', 2)
  expect(isAlive(next)).toBe(true)
  expect(pidsOf('b')).toHaveLength(1)
  expect(output()).toContain('supervisor: a was killed by SIGKILL; restarting it.')
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(isAlive(next)).toBe(false)
})

test('a process with a blocked event loop is killed and restarted', async () => {
  const { ready, output } = start('a:serve', 'b:serve')
  const a = await ready('a')
  process.kill(a, 'SIGUSR2')
  await ready('a', 2)
  expect(isAlive(a)).toBe(false)
  expect(output()).toContain('spyglass: a has not responded for 2 s and will be killed.')
  expect(output()).toContain('supervisor: a stopped responding and was killed; restarting it.')
})

test('a process stopped by the system is killed and restarted', async () => {
  const { ready, output } = start('a:serve')
  const a = await ready('a')
  process.kill(a, 'SIGSTOP')
  await ready('a', 2)
  expect(isAlive(a)).toBe(false)
  expect(output()).toContain('supervisor: a stopped responding and was killed; restarting it.')
})

test('a start that blocks the event loop for longer than the hang timeout is tolerated', async () => {
  const { ready, pidsOf } = start('a:block-early')
  await ready('a')
  expect(pidsOf('a')).toHaveLength(1)
})

test('a process that fails five times is given up with its reason, and the other one is stopped', async () => {
  const { ended, output, pidsOf } = start('a:exit=3', 'b:serve')
  expect(await ended).toBe(1)
  expect(pidsOf('a')).toHaveLength(5)
  expect(output()).toContain('supervisor: a failed 5 times within 60 s; the last time it exited with code 3. Stopping.')
  expect(pidsOf('b').filter(isAlive)).toEqual([])
})

test('a process that cannot run with its configuration is not restarted', async () => {
  const { ended, output, pidsOf } = start('a:exit=78', 'b:serve')
  expect(await ended).toBe(1)
  expect(pidsOf('a')).toHaveLength(1)
  expect(output()).toContain('supervisor: a cannot run until the error above is fixed. Stopping.')
})

test('processes end when their supervisor is killed, even with a blocked event loop', async () => {
  const { ready, child, output } = start('a:serve', 'b:serve')
  const [a, b] = [await ready('a'), await ready('b')]
  child.kill('SIGKILL')
  process.kill(b, 'SIGUSR2')
  await expect.poll(() => [isAlive(a), isAlive(b)], patiently).toEqual([false, false])
  expect(output()).toContain('spyglass: the supervisor has exited; stopping a.')
})
