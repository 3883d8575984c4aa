import { globSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { build } from 'esbuild'

/** They reach for native parts or their own files. */
const external = ['evmole', 'pg', 'pg-copy-streams', 'pino', 'prom-client', 'sharp', 'solc', 'tiny-secp256k1', 'undici']

const bundles = new Map<string, Promise<string>>()

/**
 * The bundle of a script that tests start again and again: it starts in half the time of its sources. Made once per process that runs
 * tests, with the threads and processes of the product and those beside the script.
 */
export const bundledScript = (script: string): Promise<string> => {
  const bundle = bundles.get(script) ?? bundleScript(script)
  bundles.set(script, bundle)
  return bundle
}

const bundleScript = async (script: string): Promise<string> => {
  const outdir = mkdtempSync(join(tmpdir(), 'spyglass-script-'))
  process.once('exit', () => rmSync(outdir, { recursive: true, force: true }))
  // The packages that stay outside, and what the program reads beside its scripts.
  for (const name of ['node_modules', 'package.json', 'lib']) symlinkSync(resolve(name), join(outdir, name))
  await build({
    entryPoints: [
      ...new Set([
        script,
        ...globSync([join(dirname(script), '*-{process,thread}.ts'), 'lib/*/**/*-{process,thread}.ts']),
      ]),
    ],
    entryNames: '[name]',
    external,
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'error',
    banner: {
      js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
    },
  })
  return join(outdir, basename(script).replace(/\.ts$/, '.mjs'))
}
