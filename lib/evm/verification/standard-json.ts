import * as z from 'zod'
import { badParameter } from '#lib/base/errors.ts'
import { hashOfText } from '#lib/base/keccak.ts'

const sourceFilesMax = 2_000
const pathLengthMax = 512
/** Of all sources and settings together, as text. */
export const inputBytesMax = 5 * 1024 * 1024

/** Text that both databases store: PostgreSQL has no NUL, and UTF-8 no lone surrogates. */
const storable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()
const storableText = (fault: string) => z.string(fault).refine(storable, 'must be text without NUL characters')

const path = storableText('must be a path')
  .min(1)
  .max(pathLengthMax, `must not be longer than ${pathLengthMax} characters`)

const sources = z
  .record(path, z.object({ content: storableText('must be given as text: URLs are not fetched') }))
  .refine((files) => Object.keys(files).length > 0, 'must contain a file')
  .refine((files) => Object.keys(files).length <= sourceFilesMax, `must not have more than ${sourceFilesMax} files`)

/**
 * The standard JSON input of Solidity's compiler. `outputSelection` is replaced; `modelChecker` and `stopAfter` do not change
 * code, and are left out.
 * @see https://docs.soliditylang.org/en/latest/using-the-compiler.html#input-description
 */
export const standardJson = z.object({
  language: z.enum(['Solidity', 'Yul'], 'must be Solidity or Yul'),
  sources,
  settings: z
    .record(z.string(), z.unknown())
    .default({})
    .transform(({ outputSelection: _, modelChecker: __, stopAfter: ___, ...settings }) => settings),
})

export type StandardJson = z.output<typeof standardJson>

/** A contract by the file that declares it. */
export type ContractName = { file: string; name: string }

/** Reads `src/Token.sol:Token`; the file may contain colons. */
export const parseContractName = (text: string): ContractName | undefined => {
  const cut = text.lastIndexOf(':')
  const name = text.slice(cut + 1)
  return cut > 0 && /^[A-Za-z_$][\w$.]{0,255}$/.test(name) ? { file: text.slice(0, cut), name } : undefined
}

/** What the verification needs from the compiler, of one contract. */
const selectedOutput = [
  'abi',
  'devdoc',
  'userdoc',
  'storageLayout',
  'metadata',
  'evm.legacyAssembly',
  'evm.bytecode.object',
  'evm.bytecode.linkReferences',
  'evm.deployedBytecode.object',
  'evm.deployedBytecode.linkReferences',
  'evm.deployedBytecode.immutableReferences',
]

/** The text of the input that compiles one contract. */
export const inputFor = ({ settings, ...input }: StandardJson, { file, name }: ContractName): string =>
  JSON.stringify({ ...input, settings: { ...settings, outputSelection: { [file]: { [name]: selectedOutput } } } })

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
