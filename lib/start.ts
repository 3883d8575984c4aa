import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { buildIsCurrent } from '#lib/build-state.ts'
import { ConfigError, loadConfig } from '#lib/config.ts'
import { AddressListError, loadAddressLists } from '#lib/evm/labels/load-address-lists.ts'

/*
 * `npm start`: builds when the build is missing or older than the sources, then runs web and worker under this one
 * parent. Signals are forwarded; neither child is restarted silently; the first failure ends all with its reason.
 * With `--dev` (`npm run dev`) there is no build: the pages are made from their sources as they are asked for.
 */

const stopWithinMs = 15_000

const say = (text: string): void => console.log(`spyglass: ${text}`)

const fail = (text: string): never => {
  console.error(`spyglass: ${text}`)
  process.exit(1)
}

const run = (name: string, script: string, ...parameters: string[]): ChildProcess => {
  // node:sqlite still announces itself as experimental, once per process.
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...parameters], {
    stdio: 'inherit',
  })
  child.on('error', (error) => fail(`${name} could not be started: ${error.message}`))
  return child
}

/** Runs `next build`; what it prints is only of interest when it fails. */
const build = async (): Promise<void> => {
  if (await buildIsCurrent()) return
  say('building the pages (once, and again after the sources change; about half a minute) …')
  const startedAt = performance.now()
  const child = spawn(process.execPath, ['node_modules/next/dist/bin/next', 'build'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk))
  const [code] = await once(child, 'close')
  if (code !== 0) fail(`the build failed:\n${Buffer.concat(output)}`)
  say(`built in ${Math.round((performance.now() - startedAt) / 1_000)} s`)
}

const superviseUntilOneEnds = (children: Record<string, ChildProcess>): void => {
  let stopping = false
  const stopAll = (signal: NodeJS.Signals): void => {
    if (stopping) return
    stopping = true
    for (const child of Object.values(children)) if (child.exitCode === null) child.kill(signal)
    setTimeout(() => {
      for (const child of Object.values(children)) if (child.exitCode === null) child.kill('SIGKILL')
    }, stopWithinMs).unref()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopAll(signal))
  for (const [name, child] of Object.entries(children))
    child.on('exit', (code, signal) => {
      if (stopping) return
      console.error(`spyglass: ${name} ended ${signal ? `by ${signal}` : `with code ${code}`}; stopping.`)
      process.exitCode = code || 1
      stopAll('SIGTERM')
    })
}

const development = process.argv.slice(2).filter((word) => word === '--dev')
const isDevelopment = development.length > 0
Object.assign(process.env, { NODE_ENV: isDevelopment ? 'development' : 'production', NEXT_TELEMETRY_DISABLED: '1' })
try {
  const { labelsFile, verifiedFile, spamFile } = loadConfig().outside
  await loadAddressLists({ labels: labelsFile, verified: verifiedFile, spam: spamFile }, { log: console })
} catch (error) {
  if (error instanceof ConfigError || error instanceof AddressListError) fail(error.message)
  throw error
}
if (!isDevelopment) await build()
superviseUntilOneEnds({ worker: run('worker', 'lib/worker.ts'), web: run('web', 'lib/web.ts', ...development) })
