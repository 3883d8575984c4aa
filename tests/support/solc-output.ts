import { hash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import * as z from 'zod'
import { bundledSolc } from '#lib/evm/verification/solc-versions.ts'

const require = createRequire(import.meta.url)

/** An output, the hash by which a damaged file is noticed, and the hashes of the files that the sources import. */
const kept = z.object({ output: z.string(), hash: z.string(), imports: z.record(z.string(), z.string()) })

const keptIn = resolve('node_modules/.cache/spyglass/solc')

/**
 * The output of the installed compiler for standard JSON, which may import files of packages. It is kept, as it depends on the input and
 * those files alone: loading the compiler costs more than most sources.
 */
export const solcOutput = (input: object, folder = keptIn): unknown => {
  const text = JSON.stringify(input)
  const place = join(folder, `${hash('sha256', bundledSolc().version + text)}.json`)
  const found = readKept(place)
  if (found !== undefined) return JSON.parse(found)

  const solc: { compile(input: string, callbacks: object): string } = require('solc')
  const imports: Record<string, string> = {}
  const readImport = (path: string): { contents: string } => {
    const contents = readPackageFile(path)
    imports[path] = hash('sha256', contents)
    return { contents }
  }
  const output = solc.compile(text, { import: readImport })
  const part = `${place}.${process.pid}.part`
  mkdirSync(folder, { recursive: true })
  writeFileSync(part, JSON.stringify({ output, hash: hash('sha256', output), imports }))
  renameSync(part, place)
  return JSON.parse(output)
}

const readPackageFile = (path: string): string => readFileSync(require.resolve(path), 'utf8')

const readKept = (place: string): string | undefined => {
  try {
    const { output, hash: expected, imports } = kept.parse(JSON.parse(readFileSync(place, 'utf8')))
    const isCurrent = Object.entries(imports).every(([path, of]) => hash('sha256', readPackageFile(path)) === of)
    return isCurrent && hash('sha256', output) === expected ? output : undefined
  } catch {
    return undefined
  }
}
