import * as z from 'zod'

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
