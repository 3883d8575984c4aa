import { parseJson } from '#lib/api/input/parse-json.ts'
import type { Sources, VerifiedContract } from '#lib/evm/verification/stored/verified-contract.ts'

type Wanted = { fields: string | undefined; omit: string | undefined }

/** The requested fields of a verified contract; `a.b` selects a part of a field. Unknown names are ignored, as Sourcify ignores none. */
export const contractFields = (
  contract: VerifiedContract,
  sources: Sources,
  { fields, omit }: Wanted,
): Record<string, unknown> => {
  const all = allFields(contract, sources)
  const omitted = new Set(omit?.split(','))
  if (fields === undefined || fields === 'all')
    return Object.fromEntries(Object.entries(all).filter(([name]) => !omitted.has(name)))
  const chosen: Record<string, unknown> = {}
  for (const path of fields.split(',')) {
    const [name = '', part] = path.split('.', 2)
    const value = Object.hasOwn(all, name) ? all[name] : undefined
    if (value === undefined) continue
    if (part === undefined) chosen[name] = value
    else if (isFields(value) && Object.hasOwn(value, part))
      chosen[name] = { ...(isFields(chosen[name]) ? chosen[name] : {}), [part]: value[part] }
  }
  return chosen
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const allFields = (contract: VerifiedContract, sources: Sources): Record<string, unknown> => {
  const { settings, language, match, documentation } = contract
  const files = Object.fromEntries(Object.entries(sources).map(([path, content]) => [path, { content }]))
  return {
    abi: contract.abi,
    sources: files,
    compilation: {
      language,
      compiler: 'solc',
      compilerVersion: contract.compilerVersion,
      compilerSettings: settings,
      name: contract.name,
      fullyQualifiedName: `${contract.file}:${contract.name}`,
    },
    metadata: jsonOf(contract.metadata),
    stdJsonInput: { language, sources: files, settings },
    storageLayout: contract.storageLayout ?? null,
    ...documentation,
    creationBytecode: {
      recompiledBytecode: `0x${contract.creationCode}`,
      transformationValues: { constructorArguments: match.constructorArguments },
    },
    runtimeBytecode: { transformationValues: { libraries: match.libraries, immutables: match.immutables } },
    deployment: { transactionHash: contract.creationTransaction ?? null },
  }
}

const jsonOf = (text: string): unknown => {
  try {
    return parseJson(text)
  } catch {
    return null
  }
}
