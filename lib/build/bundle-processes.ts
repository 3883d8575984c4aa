import { globSync } from 'node:fs'
import { build } from 'esbuild'
import { bundlesFolder } from './bundle-of.ts'

/** Processes, and what modules start by name beside them (lib/threads/script-url.ts). */
const entryPoints = ['lib/api-server.ts', 'lib/web.ts', 'lib/worker.ts', ...globSync('lib/*/**/*-{process,thread}.ts')]

/** They reach for native parts or their own files, or the pages load them too (`serverExternalPackages`). */
const external = ['evmole', 'next', 'pg', 'pg-copy-streams', 'pino', 'prom-client', 'sharp', 'solc', 'undici']

/**
 * Bundles each process and thread with the packages that it uses. Finding and compiling 2,400 modules was more than half of the
 * processor time of a start. Modules that two of them load are in a file of their own.
 */
export const bundleProcesses = async (): Promise<void> => {
  await build({
    entryPoints,
    external,
    outdir: bundlesFolder,
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
}
