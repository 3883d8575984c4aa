import * as z from 'zod'
import { badParameter } from '#lib/base/errors.ts'
import { hashOfText } from '#lib/base/keccak.ts'
import { type ContractName, type StandardJson, standardJson } from './standard-json.ts'

/** The metadata that Solidity's compiler writes. @see https://docs.soliditylang.org/en/latest/metadata.html */
export const compilerMetadata = z.object({
  compiler: z.object({ version: z.string() }),
  language: z.string(),
  sources: z.record(z.string(), z.object({ keccak256: z.string().regex(/^0x[0-9a-f]{64}$/) })),
  settings: z.looseObject({
    compilationTarget: z.record(z.string(), z.string()),
    libraries: z.record(z.string(), z.string()).optional(),
  }),
})

export type CompilerMetadata = z.output<typeof compilerMetadata>

/** What a contract's metadata says it was compiled from; the files are found by their hashes. @throws invalid_request */
export const fromMetadata = (
  { compiler, language, sources, settings: { compilationTarget, libraries = {}, ...settings } }: CompilerMetadata,
  files: Readonly<Record<string, string>>,
): { input: StandardJson; contract: ContractName; compilerVersion: string } => {
  const [[file, name] = []] = Object.entries(compilationTarget)
  if (file === undefined || name === undefined) throw badParameter('metadata', 'has no compilation target')
  const byHash = new Map(Object.values(files).map((text) => [hashOfText(text), text]))
  const missing = Object.entries(sources).filter(([, { keccak256 }]) => !byHash.has(asHash(keccak256)))
  if (missing.length > 0)
    throw badParameter(
      'sources',
      `lacks files that the metadata names: ${missing
        .slice(0, 5)
        .map(([path, { keccak256 }]) => `${path.slice(0, 200)} (${keccak256})`)
        .join(', ')}`,
    )
  const input = standardJson.safeParse({
    language,
    sources: Object.fromEntries(
      Object.entries(sources).map(([path, { keccak256 }]) => [path, { content: byHash.get(asHash(keccak256)) }]),
    ),
    settings: { ...settings, libraries: nested(libraries) },
  })
  if (!input.success) throw badParameter('metadata', `is not valid (${input.error.issues[0]?.message ?? 'unreadable'})`)
  return { input: input.data, contract: { file, name }, compilerVersion: compiler.version }
}

const asHash = (text: string): `0x${string}` => `0x${text.slice(2)}`

/** `file:name` of metadata as `{ file: { name } }` of the compiler's input. */
const nested = (libraries: Readonly<Record<string, string>>): Record<string, Record<string, string>> => {
  const byFile: Record<string, Record<string, string>> = {}
  for (const [key, address] of Object.entries(libraries)) {
    const cut = key.lastIndexOf(':')
    const file = key.slice(0, Math.max(cut, 0))
    byFile[file] = { ...byFile[file], [key.slice(cut + 1)]: address }
  }
  return byFile
}
