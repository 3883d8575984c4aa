import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockFile } from '#lib/process/process-lock.ts'
import { bundleOf, holdBuild, removeUnusedBuilds } from '#lib/server/build/builds.ts'
import { bundleProcesses } from '#lib/server/build/bundle-processes.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spyglass-builds-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Another process that runs a call, and then stays until it is killed. */
const holding = async (call: string) => {
  const program = `
    import { holdBuild } from '#lib/server/build/builds.ts'
    import { lockFile } from '#lib/process/process-lock.ts'
    ${call}
    console.log('held')
    setInterval(() => {}, 1_000)`
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', program],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  await once(child.stdout, 'data')
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL')
    await once(child, 'close')
  }
  return { kill }
}

const makeBuild = (name: string): string => {
  mkdirSync(join(folder, name))
  writeFileSync(join(folder, name, 'page.js'), '')
  return join(folder, name)
}

test('one process builds at a time, and the next one may when it was killed', async () => {
  const file = join(folder, 'lock')
  const other = await holding(`lockFile(${JSON.stringify(file)}, 'exclusive')`)
  expect(lockFile(file, 'exclusive')).toBeUndefined()
  await other.kill()
  const lock = lockFile(file, 'exclusive')
  expect(lock).toBeDefined()
  lock?.release()
})

test('a build stays while a process runs from it, and is removed afterwards', async () => {
  const used = makeBuild('used')
  const kept = makeBuild('kept')
  makeBuild('unfinished')
  const servers = [
    await holding(`holdBuild(${JSON.stringify(used)})`),
    await holding(`holdBuild(${JSON.stringify(used)})`),
  ]
  removeUnusedBuilds(kept)
  expect(readdirSync(folder).sort()).toEqual(['kept', 'used'])
  await servers[0]?.kill()
  removeUnusedBuilds(kept)
  expect(readdirSync(used)).toContain('page.js')
  await servers[1]?.kill()
  removeUnusedBuilds(kept)
  expect(readdirSync(folder)).toEqual(['kept'])
})

test('several starts that bundle at the same time leave one whole bundle', async () => {
  const build = makeBuild('new')
  holdBuild(build)
  await Promise.all([bundleProcesses(build), bundleProcesses(build)])
  await bundleProcesses(build)
  expect(readdirSync(build).sort()).toEqual(['in-use', 'page.js', 'processes'])
  const child = spawn(process.execPath, ['--check', bundleOf(build, 'worker')], { stdio: 'inherit' })
  expect(await once(child, 'close')).toEqual([0, null])
})
