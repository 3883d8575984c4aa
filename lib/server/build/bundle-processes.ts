import { existsSync, globSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build as bundle } from 'esbuild'
import { programFolder } from '#lib/process/program-folder.ts'
import { processesOf } from './builds.ts'

/** Processes, and what modules start by name beside them (lib/process/script-url.ts). */
const entryPoints = (): string[] => [
  'lib/server/api-server.ts',
  'lib/server/web.ts',
  'lib/server/worker.ts',
  ...globSync('lib/*/**/*-{process,thread}.ts', { cwd: programFolder }),
]

/** They reach for native parts or their own files, or the pages load them too (`serverExternalPackages`). */
const external = ['evmole', 'next', 'pg', 'pg-copy-streams', 'pino', 'prom-client', 'sharp', 'solc', 'undici']

/**
 * Bundles each process and thread with the packages that it uses. Finding and compiling 2,400 modules was more than half of the
 * processor time of a start. Modules that two of them load are in a file of their own. They appear in the build's folder at once, complete.
 */
export const bundleProcesses = async (build: string): Promise<void> => {
  if (existsSync(processesOf(build))) return
  // No temporary folder of the system's: other users may run the program.
  const unfinished = join(build, `bundling-${process.pid}-${bundlings++}`)
  await bundle({
    absWorkingDir: programFolder,
    entryPoints: entryPoints(),
    external,
    outdir: unfinished,
    entryNames: '[name]',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node22.19',
    logLevel: 'error',
    // Packages in CommonJS load Node's own modules by `require`.
    banner: {
      js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
    },
  })
  try {
    renameSync(unfinished, processesOf(build))
  } catch (error) {
    // Another process bundled the same sources meanwhile.
    if (!existsSync(processesOf(build))) throw error
    rmSync(unfinished, { recursive: true })
  }
}

let bundlings = 0
