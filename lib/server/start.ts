import { once } from 'node:events'
import { join } from 'node:path'
import { ConfigError, loadConfig } from '#lib/config/config.ts'
import { AddressListError, loadAddressLists } from '#lib/evm/labels/load-address-lists.ts'
import { programFolder } from '#lib/process/program-folder.ts'
import { supervise, supervisedScript } from '#lib/process/supervise.ts'
import { bundleOf, currentBuild, holdBuild, isFinished, removeUnusedBuilds } from './build/builds.ts'
import { runChild } from './build/run-child.ts'

/*
 * `npm start`: builds unless these sources are built, then keeps web and worker running: one that ends
 * or hangs is restarted, one that cannot run stops both with its reason. Signals are forwarded.
 * With `--dev` (`npm run dev`) there is no build: pages are compiled from their sources on request.
 */

const say = (text: string): void => console.log(`spyglass: ${text}`)

const fail = (text: string): never => {
  console.error(`spyglass: ${text}`)
  process.exit(1)
}

/** Arguments for the first start of the worker only. */
const parametersOnce = process.argv.slice(2).filter((word) => word === '--retry-set-aside')

/** The build of the sources as they are. `npm run build` makes it if it is missing; its output is shown only if it fails. */
const provideBuild = async (): Promise<string> => {
  const wanted = currentBuild()
  holdBuild(wanted)
  if (isFinished(wanted)) return wanted
  say('building the pages (once, and again after the sources change; about half a minute) …')
  const startedAt = performance.now()
  const child = runChild('lib/server/build/build.ts', [], 'pipe')
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => output.push(chunk))
  const [code] = await once(child, 'close')
  if (code !== 0) fail(`the build failed:\n${Buffer.concat(output)}`)
  say(`built in ${Math.round((performance.now() - startedAt) / 1_000)} s`)
  return await provideBuild()
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
const build = isDevelopment ? undefined : await provideBuild()
if (build !== undefined) removeUnusedBuilds(build)
// Halves the start-up time of a process. In the program's own folder, because its contents are executed.
process.env.NODE_COMPILE_CACHE ??= join(build ?? join(programFolder, '.next'), 'cache/node')
const scriptOf = (name: 'web' | 'worker'): string =>
  build === undefined ? join(programFolder, `lib/server/${name}.ts`) : bundleOf(build, name)
const processes = [
  supervisedScript('worker', scriptOf('worker'), { parametersOnce }),
  // V8's young generation keeps the room that it once had. tests/bench/young-generation.ts: 372 MB instead of 486 after 100,000
  // questions to the API, for 13 % more processor time. A worker, whose work is not visitors', keeps V8's own choice.
  supervisedScript('web', scriptOf('web'), { parameters: development, options: ['--max-semi-space-size=8'] }),
]
const { stop, ended } = supervise(processes, { print: (text) => console.error(`spyglass: ${text}`) })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(signal))
process.exitCode = await ended
