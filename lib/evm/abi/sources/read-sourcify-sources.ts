import * as z from 'zod'
import type { Hex } from '#lib/base/hex.ts'
import type { KnownSources } from '#lib/evm/abi/contract-sources.ts'

/** Sources as Sourcify returns them, and the code that it compared them with. */
export type VerifiedSources = { sources: KnownSources; code: Hex | undefined }

/** The fields of a contract that `readSourcifySources` reads. */
export const sourcesFields = [
  'abi',
  'sources',
  'compilation',
  'devdoc',
  'userdoc',
  'storageLayout',
  'creationBytecode.transformationValues',
  'runtimeBytecode.transformationValues',
  'runtimeBytecode.onchainBytecode',
].join()

const filesMax = 2_000
const pathLengthMax = 512
const textLengthMax = 256
const librariesMax = 200

const hexText = z
  .string()
  .regex(/^0x(?:[0-9a-f]{2})*$/i)
  .transform((text): Hex => `0x${text.slice(2).toLowerCase()}`)
const matchKind = z
  .enum(['exact_match', 'match'])
  .nullish()
  .transform((kind) => kind ?? undefined)
const text = z.string().max(textLengthMax)

const answerSchema = z.object({
  match: z.enum(['exact_match', 'match']),
  runtimeMatch: matchKind,
  creationMatch: matchKind,
  verifiedAt: z.iso.datetime({ offset: true }).nullish().catch(null),
  abi: z.array(z.unknown()),
  sources: z
    .record(z.string().min(1).max(pathLengthMax), z.object({ content: z.string() }))
    .refine((files) => Object.keys(files).length <= filesMax),
  compilation: z.object({
    language: text,
    compilerVersion: text,
    compilerSettings: z.unknown().optional(),
    name: text,
    fullyQualifiedName: z.string().max(pathLengthMax + textLengthMax),
  }),
  devdoc: z.unknown().optional(),
  userdoc: z.unknown().optional(),
  storageLayout: z.unknown().optional(),
  creationBytecode: z
    .object({ transformationValues: z.object({ constructorArguments: hexText.optional() }).nullish() })
    .nullish()
    .catch(null),
  runtimeBytecode: z
    .object({
      onchainBytecode: hexText.nullish(),
      transformationValues: z.object({ libraries: z.record(text, hexText).optional() }).nullish(),
    })
    .nullish()
    .catch(null),
})

/** The sources in Sourcify's answer about a contract; undefined if it has none that can be read. */
export const readSourcifySources = (answer: unknown): VerifiedSources | undefined => {
  const parsed = answerSchema.safeParse(answer)
  if (!parsed.success) return undefined
  const { abi, sources, compilation, creationBytecode, runtimeBytecode, ...verified } = parsed.data
  const { name, fullyQualifiedName, language, compilerVersion, compilerSettings } = compilation
  // Without a file before the colon, the contract is in the only file.
  const file = fullyQualifiedName.endsWith(`:${name}`) ? fullyQualifiedName.slice(0, -name.length - 1) : ''
  const libraries = Object.entries(runtimeBytecode?.transformationValues?.libraries ?? {}).slice(0, librariesMax)
  return {
    code: runtimeBytecode?.onchainBytecode ?? undefined,
    sources: {
      by: 'sourcify',
      verifiedThrough: undefined,
      verifiedAt: verified.verifiedAt ? Date.parse(verified.verifiedAt) : undefined,
      match: {
        // Before both comparisons were kept apart, only the better one was.
        runtime: verified.runtimeMatch ?? (verified.creationMatch ? undefined : verified.match),
        creation: verified.creationMatch,
      },
      ...{ name, file, language, compilerVersion, abi },
      settings: compilerSettings ?? {},
      libraries: Object.fromEntries(libraries),
      documentation: { devdoc: verified.devdoc, userdoc: verified.userdoc },
      storageLayout: verified.storageLayout ?? undefined,
      constructorArguments: verified.creationMatch
        ? (creationBytecode?.transformationValues?.constructorArguments ?? '0x')
        : undefined,
      files: Object.fromEntries(Object.entries(sources).map(([path, { content }]) => [path, content])),
    },
  }
}
