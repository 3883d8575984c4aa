import { parseJson } from '#lib/api/input/parse-json.ts'
import { badParameter } from '#lib/base/errors.ts'
import type { GivenParameters } from '#lib/evm/etherscan/kit/given-parameters.ts'
import { plainVersion } from '#lib/evm/verification/solc-versions.ts'
import {
  type ContractName,
  parseContractName,
  type StandardJson,
  standardJson,
} from '#lib/evm/verification/standard-json.ts'

const librariesMax = 10
const singleFile = 'contract.sol'

const given = (parameters: GivenParameters, name: string): string => {
  const value = parameters.get(name)
  if (value === undefined) throw badParameter(name, 'is required')
  return value
}

/** What `verifysourcecode` was given: standard JSON, or one file with its settings. @throws invalid_request */
export const readSource = (
  parameters: GivenParameters,
): { input: StandardJson; contract: ContractName; compilerVersion: string } => {
  const compilerVersion = plainVersion(given(parameters, 'compilerversion'))
  if (compilerVersion === undefined)
    throw badParameter('compilerversion', 'is not a version: expected one such as v0.8.30+commit.73712a01')
  const format = parameters.get('codeformat') ?? 'solidity-single-file'
  if (format === 'solidity-standard-json-input') return { ...standardJsonSource(parameters), compilerVersion }
  if (format === 'solidity-single-file') return { ...singleFileSource(parameters), compilerVersion }
  throw badParameter('codeformat', 'is not supported: expected solidity-standard-json-input or solidity-single-file')
}

const standardJsonSource = (parameters: GivenParameters) => {
  const input = parse(jsonOf(given(parameters, 'sourceCode')))
  const name = given(parameters, 'contractname')
  const contract = parseContractName(name) ?? onlyFileOf(input, name)
  if (contract === undefined)
    throw badParameter('contractname', 'does not name a contract: expected a form such as src/Token.sol:Token')
  return { input, contract }
}

const onlyFileOf = ({ sources }: StandardJson, name: string): ContractName | undefined => {
  const [file, ...others] = Object.keys(sources)
  return file !== undefined && others.length === 0 ? parseContractName(`${file}:${name}`) : undefined
}

const singleFileSource = (parameters: GivenParameters) => {
  const [name = ''] = given(parameters, 'contractname').split(':').slice(-1)
  const contract = parseContractName(`${singleFile}:${name}`)
  if (contract === undefined) throw badParameter('contractname', 'is not the name of a contract')
  const runs = Number(parameters.get('runs') ?? 200)
  if (!Number.isInteger(runs) || runs < 0) throw badParameter('runs', 'is not a whole number')
  const evmVersion = parameters.get('evmversion')
  const input = parse({
    language: 'Solidity',
    sources: { [singleFile]: { content: given(parameters, 'sourceCode') } },
    settings: {
      optimizer: { enabled: parameters.get('optimizationUsed') === '1', runs },
      ...(evmVersion && evmVersion.toLowerCase() !== 'default' && { evmVersion: evmVersion.toLowerCase() }),
      libraries: { [singleFile]: librariesOf(parameters) },
    },
  })
  return { input, contract }
}

const librariesOf = (parameters: GivenParameters): Record<string, string> => {
  const libraries: Record<string, string> = {}
  for (let index = 1; index <= librariesMax; index++) {
    const name = parameters.get(`libraryname${index}`)
    if (name !== undefined) libraries[name] = given(parameters, `libraryaddress${index}`)
  }
  return libraries
}

const jsonOf = (text: string): unknown => {
  try {
    return parseJson(text)
  } catch {
    throw badParameter('sourceCode', 'is not valid JSON: expected standard JSON input')
  }
}

const parse = (value: unknown): StandardJson => {
  const parsed = standardJson.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const place = (issue?.path ?? []).join('.').slice(0, 200)
  throw badParameter('sourceCode', `is not valid standard JSON input: ${place} ${issue?.message ?? ''}`.trim())
}
