import { parsingClient } from '#lib/api/client/client.ts'
import type { Requester, Service } from '#lib/api/endpoint.ts'
import type { RenderError } from '#lib/api/error-bodies.ts'
import { parseJson } from '#lib/api/input/parse-json.ts'
import { type ServeOptions, serve } from '#lib/api/serve/serve.ts'
import { ServiceError } from '#lib/base/errors.ts'
import type { Hex } from '#lib/base/hex.ts'
import { checksumAddress } from '#lib/base/keccak.ts'
import { sourcifyApi } from './sourcify-contract.ts'
import { fromMetadata, inputBytesMax } from './standard-json.ts'
import { matchOf, type Sources, type VerifiedContract } from './verify-contract.ts'
import type { VerifyDesk } from './verify-desk.ts'

/** With the checksum of EIP-55, as Sourcify writes addresses. */
const asAddress = (text: string): string => checksumAddress(`0x${text.slice(2)}`)

/** The fields that every answer about a contract has; null where it is not verified. */
const matchFields = (chain: number, address: string, contract: VerifiedContract | undefined) => ({
  match: contract ? matchOf(contract.match) : null,
  creationMatch: contract?.match.creation ?? null,
  runtimeMatch: contract?.match.runtime ?? null,
  chainId: String(chain),
  address: asAddress(address),
  ...(contract && { verifiedAt: new Date(contract.verifiedAt).toISOString(), matchId: contract.codeHash }),
})

type Wanted = { fields: string | undefined; omit: string | undefined }

/** The requested fields of a verified contract; `a.b` selects a part of a field. Unknown names are ignored, as Sourcify ignores none. */
const contractFields = (
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

/** Sourcify's API over the verifications of this server. */
const createSourcifyService = (desk: VerifyDesk): Service<typeof sourcifyApi> => {
  const submit = async (
    chainId: number,
    request: Omit<Parameters<VerifyDesk['submit']>[1], 'by' | 'creationTransaction'>,
    creationTransactionHash: string | undefined,
    requester: Requester | undefined,
  ) => {
    const creationTransaction = creationTransactionHash === undefined ? undefined : asHex(creationTransactionHash)
    const { id, place } = await desk.submit(chainId, { ...request, by: 'sourcify', creationTransaction }, requester)
    return { verificationId: id, queuePosition: place }
  }
  return {
    verifyStandardJson: async ({ chainId, address, stdJsonInput, contractIdentifier, ...rest }, context) =>
      await submit(
        chainId,
        {
          address: asHex(address),
          input: stdJsonInput,
          contract: contractIdentifier,
          compilerVersion: rest.compilerVersion,
        },
        rest.creationTransactionHash,
        context?.requester,
      ),

    verifyMetadata: async ({ chainId, address, sources, metadata, creationTransactionHash }, context) =>
      await submit(
        chainId,
        { address: asHex(address), ...fromMetadata(metadata, sources) },
        creationTransactionHash,
        context?.requester,
      ),

    verification: async ({ verificationId }) => {
      const found = await desk.find(verificationId)
      if (found === undefined) throw new ServiceError('not_found', 'There is no verification with this id.')
      const { chain, address, place, startedAt, finishedAt, fault } = found
      const contract = fault === undefined && finishedAt !== undefined ? await desk.verified(chain, address) : undefined
      return {
        isJobCompleted: finishedAt !== undefined,
        verificationId,
        jobStartTime: new Date(startedAt).toISOString(),
        ...(place !== undefined && { queuePosition: place }),
        ...(finishedAt !== undefined && { jobFinishTime: new Date(finishedAt).toISOString() }),
        contract: matchFields(chain, address, contract),
        ...(fault && { error: { customCode: fault.code, message: fault.message, errorId: verificationId } }),
      }
    },

    contract: async ({ chainId, address, fields, omit }) => {
      const chain = desk.chain(chainId)
      const contract = await desk.verified(chain.id, asHex(address))
      if (contract === undefined)
        throw new ServiceError('not_found', `Contract ${asAddress(address)} on chain ${chainId} is not verified here.`)
      const basic = matchFields(chainId, asHex(address), contract)
      if (fields === undefined && omit === undefined) return basic
      const sources = await desk.sources(chain.id, asHex(address))
      return { ...basic, ...contractFields(contract, sources, { fields, omit }) }
    },
  }
}

const asHex = (text: string): Hex => `0x${text.slice(2)}`

export const sourcifyPath = '/api/sourcify'

/** Sourcify's codes, where a client might look for them. */
const customCodes: Partial<Record<string, string>> = {
  invalid_request: 'invalid_parameter',
  chain_not_served: 'unsupported_chain',
  rate_limited: 'too_many_requests',
}

const renderSourcifyError: RenderError = ({ code, message, details }, requestId) => ({
  customCode: customCodes[code] ?? code,
  message,
  errorId: requestId,
  ...(details && { details }),
})

/** Sourcify's API, version 2, over the verifications of this server. */
export const createSourcifyHandler = (
  desk: VerifyDesk,
  options: Pick<ServeOptions, 'admit' | 'compressed' | 'observe' | 'scope'>,
): ((request: Request) => Promise<Response>) => {
  const handle = serve(sourcifyApi, parsingClient(sourcifyApi, createSourcifyService(desk)), {
    ...options,
    basePath: sourcifyPath,
    renderError: renderSourcifyError,
    // JSON escapes take more bytes than the text.
    bodyBytesMax: 2 * inputBytesMax,
  })
  return async (request) => {
    const response = await handle(request)
    return response.status === 404 ? withoutMatch(request, response) : response
  }
}

const contractPath = /^\/api\/sourcify\/v2\/contract\/(\d{1,16})\/(0x[0-9a-fA-F]{40})$/

/** Clients of Sourcify read the fields of a match from the answer about a contract that is not verified. */
const withoutMatch = async (request: Request, response: Response): Promise<Response> => {
  const [, chain, address] = contractPath.exec(new URL(request.url).pathname) ?? []
  if (chain === undefined || address === undefined || request.method === 'HEAD') return response
  const headers = new Headers(response.headers)
  headers.delete('content-encoding')
  return Response.json(matchFields(Number(chain), address, undefined), { status: 404, headers })
}
