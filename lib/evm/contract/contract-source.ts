import * as z from 'zod'
import type { Service } from '#lib/api/endpoint.ts'
import { badParameter, ServiceError } from '#lib/base/errors.ts'
import { isHex } from '#lib/base/hex.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { stateBlockOf } from '#lib/evm/query/state-block.ts'
import type { contractSourceEndpoints, EvmSourceFile } from './code-contract.ts'
import { needsNodeForContracts } from './contract-state.ts'

const schema = z.looseObject({
  optimizer: z
    .looseObject({
      enabled: z.boolean().nullable().catch(null).default(null),
      runs: z.int().min(0).nullable().catch(null).default(null),
    })
    .nullable()
    .catch(null)
    .default(null),
  evmVersion: z.string().max(60).nullable().catch(null).default(null),
  viaIR: z.boolean().nullable().catch(null).default(null),
  remappings: z.array(z.string().max(1_024)).max(1_000).catch([]).default([]),
})

const read = (settings: unknown) =>
  schema.safeParse(settings).data ?? { optimizer: null, evmVersion: null, viaIR: null, remappings: [] }

/** The settings of a compiler that people look for. */
export const compilerSettings = (settings: unknown) => {
  const { optimizer, evmVersion, viaIR } = read(settings)
  return {
    optimizer_enabled: optimizer?.enabled ?? null,
    optimizer_runs: optimizer?.runs ?? null,
    evm_version: evmVersion,
    via_ir: viaIR,
    settings: JSON.stringify(settings ?? {}),
  }
}

/** Replacements of import paths: `context:prefix=target`. */
export const remappingsOf = (settings: unknown): readonly string[] => read(settings).remappings

/** Characters in which a license is looked for. */
const headMax = 2_000

/** The SPDX identifier of a source file. */
export const licenseOf = (text: string): string | null =>
  /SPDX-License-Identifier:[ \t]{0,10}([\w.+() -]{1,100})/.exec(text.slice(0, headMax))?.[1]?.trim() || null

export const lineCount = (text: string): number => {
  let count = 1
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++
  return text.endsWith('\n') ? count - 1 : count
}

type ImportedFile = { line: number; path: string; file: string }

const importsMax = 500
const statementMax = 2_000
/** What ends a statement, so that a comment or a text without one is not searched to its end. */
const start = /^[ \t]{0,40}import\b/gm
const quoted = /["']([^"'\n]{1,512})["']/

/**
 * The files that a Solidity file imports, of those that are among the sources. A path is looked up as the compiler does: relative
 * ones from the folder of their file, others after the longest remapping that fits.
 */
export const importedFiles = (
  { path, text }: { path: string; text: string },
  files: ReadonlySet<string>,
  remappings: readonly string[],
): ImportedFile[] => {
  const found: ImportedFile[] = []
  let line = 1
  let counted = 0
  for (const { index } of text.matchAll(start)) {
    if (found.length >= importsMax) break
    const rest = text.slice(index, index + statementMax)
    const statement = rest.slice(0, rest.indexOf(';') + 1)
    const match = quoted.exec(statement)
    const file = match?.[1] && fileOf(match[1], path, files, remappings)
    if (!match?.[1] || !file) continue
    const at = index + match.index
    for (; counted < at; counted++) if (text[counted] === '\n') line++
    found.push({ line, path: match[1], file })
  }
  return found
}

const fileOf = (
  imported: string,
  from: string,
  files: ReadonlySet<string>,
  remappings: readonly string[],
): string | undefined => {
  const isRelative = imported.startsWith('./') || imported.startsWith('../')
  const named = isRelative ? joined(from, imported) : imported
  return [remapped(named, from, remappings), named].find((one) => files.has(one))
}

const joined = (from: string, relative: string): string => {
  const parts = from.split('/').slice(0, -1)
  for (const part of relative.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}

/** `context:prefix=target`: the longest context wins, then the longest prefix, then the last of them. */
const remapped = (imported: string, from: string, remappings: readonly string[]): string => {
  let best = { context: -1, prefix: -1, path: imported }
  for (const remapping of remappings) {
    const cut = remapping.indexOf('=')
    if (cut === -1) continue
    const colon = remapping.slice(0, cut).indexOf(':')
    const context = remapping.slice(0, Math.max(colon, 0))
    const prefix = remapping.slice(colon + 1, cut)
    if (!from.startsWith(context) || !imported.startsWith(prefix)) continue
    if (context.length < best.context || (context.length === best.context && prefix.length < best.prefix)) continue
    best = {
      context: context.length,
      prefix: prefix.length,
      path: `${remapping.slice(cut + 1)}${imported.slice(prefix.length)}`,
    }
  }
  return best.path
}

/** One file of the sources of a contract. */
export const contractSourceQuery =
  (context: EvmQueryContext): Service<typeof contractSourceEndpoints>['evmContractSource'] =>
  async ({ address, file, ...input }, call): Promise<EvmSourceFile> => {
    const chain = context.served.resolve(input.chain)
    if (!context.node.code || !isHex(address)) throw needsNodeForContracts(chain)
    const block = await stateBlockOf(context, chain, undefined)
    const code = await context.node.code(chain, address, block, call?.signal)
    const sources =
      isHex(code) && code !== '0x' ? await context.sources?.find(chain, { address, code }, call?.signal) : undefined
    if (!sources)
      throw new ServiceError('not_found', `The source code of ${address} on ${chain.title} is not known here.`)
    const paths = Object.keys(sources.files)
    const path = file ?? (Object.hasOwn(sources.files, sources.file) ? sources.file : paths[0])
    const text = path !== undefined && Object.hasOwn(sources.files, path) ? sources.files[path] : undefined
    if (path === undefined || text === undefined)
      throw badParameter('file', 'is not a file of this contract: see `files` of its code')
    return {
      address,
      path,
      language: sources.language,
      license: licenseOf(text),
      bytes: Buffer.byteLength(text),
      lines: lineCount(text),
      imports: importedFiles({ path, text }, new Set(paths), remappingsOf(sources.settings)),
      text,
    }
  }
