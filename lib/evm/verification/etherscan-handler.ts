import * as z from 'zod'
import type { Requester } from '#lib/api/endpoint.ts'
import { parseJson } from '#lib/api/input/parse-json.ts'
import type { Admit } from '#lib/api/serve/admission.ts'
import { type ExchangeOptions, enter, exchange, jsonBytes } from '#lib/api/serve/exchange.ts'
import { badParameter, ServiceError } from '#lib/base/errors.ts'
import { addressParameter, type EtherscanParameters, readParameters } from './etherscan-parameters.ts'
import { plainVersion } from './solc-versions.ts'
import { type ContractName, parseContractName, type StandardJson, standardJson } from './standard-json.ts'
import type { Sources, VerifiedContract } from './verified-contract.ts'
import type { VerifyDesk } from './verify-desk.ts'

const librariesMax = 10
const singleFile = 'contract.sol'

/** What `verifysourcecode` was given: standard JSON, or one file with its settings. @throws invalid_request */
const readSource = (
  parameters: EtherscanParameters,
): { input: StandardJson; contract: ContractName; compilerVersion: string } => {
  const compilerVersion = plainVersion(parameters.require('compilerversion'))
  if (compilerVersion === undefined)
    throw badParameter('compilerversion', 'is not a version: expected one such as v0.8.30+commit.73712a01')
  const format = parameters.get('codeformat') ?? 'solidity-single-file'
  if (format === 'solidity-standard-json-input') return { ...standardJsonSource(parameters), compilerVersion }
  if (format === 'solidity-single-file') return { ...singleFileSource(parameters), compilerVersion }
  throw badParameter('codeformat', 'is not supported: expected solidity-standard-json-input or solidity-single-file')
}

const standardJsonSource = (parameters: EtherscanParameters) => {
  const input = parse(jsonOf(parameters.require('sourceCode')))
  const name = parameters.require('contractname')
  const contract = parseContractName(name) ?? onlyFileOf(input, name)
  if (contract === undefined)
    throw badParameter('contractname', 'does not name a contract: expected a form such as src/Token.sol:Token')
  return { input, contract }
}

const onlyFileOf = ({ sources }: StandardJson, name: string): ContractName | undefined => {
  const [file, ...others] = Object.keys(sources)
  return file !== undefined && others.length === 0 ? parseContractName(`${file}:${name}`) : undefined
}

const singleFileSource = (parameters: EtherscanParameters) => {
  const [name = ''] = parameters.require('contractname').split(':').slice(-1)
  const contract = parseContractName(`${singleFile}:${name}`)
  if (contract === undefined) throw badParameter('contractname', 'is not the name of a contract')
  const runs = Number(parameters.get('runs') ?? 200)
  if (!Number.isInteger(runs) || runs < 0) throw badParameter('runs', 'is not a whole number')
  const evmVersion = parameters.get('evmversion')
  const input = parse({
    language: 'Solidity',
    sources: { [singleFile]: { content: parameters.require('sourceCode') } },
    settings: {
      optimizer: { enabled: parameters.get('optimizationUsed') === '1', runs },
      ...(evmVersion && evmVersion.toLowerCase() !== 'default' && { evmVersion: evmVersion.toLowerCase() }),
      libraries: { [singleFile]: librariesOf(parameters) },
    },
  })
  return { input, contract }
}

const librariesOf = (parameters: EtherscanParameters): Record<string, string> => {
  const libraries: Record<string, string> = {}
  for (let index = 1; index <= librariesMax; index++) {
    const name = parameters.get(`libraryname${index}`)
    if (name !== undefined) libraries[name] = parameters.require(`libraryaddress${index}`)
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

/** What Etherscan writes in place of an ABI. */
export const unverifiedAbi = 'Contract source code not verified'

const settingsSchema = z.looseObject({
  optimizer: z.looseObject({ enabled: z.boolean().catch(false), runs: z.number().catch(200) }).optional(),
  evmVersion: z.string().optional(),
})

const empty = {
  SourceCode: '',
  ABI: unverifiedAbi,
  ContractName: '',
  CompilerVersion: '',
  OptimizationUsed: '',
  Runs: '',
  ConstructorArguments: '',
  EVMVersion: 'Default',
  Library: '',
  LicenseType: 'Unknown',
  Proxy: '0',
  Implementation: '',
  SwarmSource: '',
}

/** A contract as `getsourcecode` returns it. Standard JSON is wrapped in a second pair of braces, as its clients expect. */
const sourceRecord = (contract: VerifiedContract | undefined, sources: Sources): Record<string, string> => {
  if (contract === undefined) return empty
  const { settings, language, match } = contract
  const { optimizer, evmVersion } = settingsSchema.safeParse(settings).data ?? {}
  const files = Object.fromEntries(Object.entries(sources).map(([path, content]) => [path, { content }]))
  return {
    ...empty,
    SourceCode: `{${JSON.stringify({ language, sources: files, settings })}}`,
    ABI: JSON.stringify(contract.abi),
    ContractName: contract.name,
    CompilerVersion: `v${contract.compilerVersion}`,
    OptimizationUsed: optimizer?.enabled ? '1' : '0',
    Runs: String(optimizer?.runs ?? 200),
    ConstructorArguments: match.constructorArguments?.slice(2) ?? '',
    EVMVersion: evmVersion ?? 'Default',
    Library: Object.entries(match.libraries)
      .map(([name, address]) => `${name.slice(name.lastIndexOf(':') + 1)}:${address.slice(2)}`)
      .join(';'),
  }
}

export const etherscanPath = '/api/etherscan'

type Options = Pick<ExchangeOptions, 'observe'> & { admit: Admit; scope: string; defaultChain: () => number }

/** Etherscan's form of an answer: `status` is 1 or 0, and `result` is what clients read. */
type Answer = { status: '0' | '1'; message: string; result: unknown }

const ok = (result: unknown): Answer => ({ status: '1', message: 'OK', result })
const notOk = (result: string, message = 'NOTOK'): Answer => ({ status: '0', message, result })

/**
 * The contract module of Etherscan's API, as far as build tools use it to verify contracts. A refused parameter is 400; states
 * such as "not verified" are 200 with `status` 0, as clients expect.
 */
export const createEtherscanHandler = (
  desk: VerifyDesk,
  { admit, scope, observe, defaultChain }: Options,
): ((request: Request) => Promise<Response>) => {
  const actions: Record<string, (parameters: EtherscanParameters, requester?: Requester) => Promise<Answer>> = {
    verifysourcecode: async (parameters, requester) => {
      const address = addressParameter(parameters, 'contractaddress')
      const request = { address, ...readSource(parameters), by: 'etherscan' } as const
      return ok((await desk.submit(chainOf(parameters), request, requester)).id)
    },
    checkverifystatus: async (parameters) => statusAnswer(await desk.find(parameters.require('guid'))),
    getabi: async (parameters) => {
      const contract = await desk.verified(chainOf(parameters), addressParameter(parameters, 'address'))
      return contract ? ok(JSON.stringify(contract.abi)) : notOk(unverifiedAbi)
    },
    getsourcecode: async (parameters) => {
      const chain = chainOf(parameters)
      const address = addressParameter(parameters, 'address')
      const contract = await desk.verified(chain, address)
      return ok([sourceRecord(contract, contract ? await desk.sources(chain, address) : {})])
    },
  }

  const chainOf = (parameters: EtherscanParameters): number => {
    const text = parameters.get('chainid')
    if (text === undefined) return desk.chain(defaultChain()).id
    if (!/^\d{1,15}$/.test(text)) throw badParameter('chainid', 'is not a decimal chain id')
    return desk.chain(Number(text)).id
  }

  return exchange({ renderError: ({ message }) => notOk(message), observe }, async (seen) => {
    const { requester } = await enter(seen, admit, { name: 'etherscan', scopes: [scope] })
    const { method } = seen.request
    if (method !== 'GET' && method !== 'HEAD' && method !== 'POST')
      throw new ServiceError('method_not_allowed', 'This endpoint accepts GET, HEAD, POST, OPTIONS.')
    const parameters = await readParameters(seen.request)
    if (parameters.require('module') !== 'contract')
      throw badParameter('module', 'is not served here: expected contract')
    const name = parameters.require('action').toLowerCase()
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined
    if (action === undefined)
      throw badParameter('action', `is not served here: expected one of ${Object.keys(actions).join(', ')}`)
    seen.endpoint = name
    return { body: jsonBytes(await action(parameters, requester)) }
  })
}

/** Clients compare these results exactly; the place in the queue and the reason of a failure are in `message`. */
const statusAnswer = (verification: Awaited<ReturnType<VerifyDesk['find']>>): Answer => {
  if (verification === undefined) throw badParameter('guid', 'is not the id of a verification')
  const { place, finishedAt, fault } = verification
  if (finishedAt === undefined)
    return notOk('Pending in queue', place === undefined ? undefined : `NOTOK: number ${place} in the queue`)
  return fault ? notOk('Fail - Unable to verify', fault.message) : ok('Pass - Verified')
}
