import * as z from 'zod'

/** Byte ranges within a bytecode. */
const ranges = z.array(z.object({ start: z.number().int().nonnegative(), length: z.number().int().positive() }))
const linkReferences = z.record(z.string(), z.record(z.string(), ranges)).default({})

/** Hex digits, with placeholders such as `__$…$__` where library addresses belong. */
const bytecode = z
  .string()
  .transform((text) => text.replace(/^0x/, '').toLowerCase())
  .default('')

const creation = z.object({ object: bytecode, linkReferences }).default({ object: '', linkReferences: {} })
const runtime = z
  .object({
    object: bytecode,
    linkReferences,
    immutableReferences: z
      .record(z.string(), ranges)
      .nullish()
      .transform((value) => value ?? {}),
  })
  .default({ object: '', linkReferences: {}, immutableReferences: {} })

/** One contract of a compiler's standard JSON output. */
export const compilerContract = z.object({
  abi: z.array(z.unknown()).default([]),
  metadata: z.string().default(''),
  storageLayout: z.unknown().optional(),
  devdoc: z.unknown().optional(),
  userdoc: z.unknown().optional(),
  evm: z.object({ bytecode: creation, deployedBytecode: runtime, legacyAssembly: z.unknown().optional() }),
})

export type CompilerContract = z.output<typeof compilerContract>
export type LinkReferences = z.output<typeof linkReferences>
