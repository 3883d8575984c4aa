import type { Client } from '#lib/api/endpoint.ts'
import type { RenderError } from '#lib/api/error-bodies.ts'
import { parseInput } from '#lib/api/parse-input.ts'
import { type ServeOptions, serve } from '#lib/api/serve/serve.ts'
import { inputBytesMax } from '#lib/evm/verification/compile/standard-json.ts'
import type { VerifyDesk } from '#lib/evm/verification/verify-desk.ts'
import { matchFields } from './match-fields.ts'
import { sourcifyApi } from './sourcify-contract.ts'
import { createSourcifyService } from './sourcify-service.ts'

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
  const service = createSourcifyService(desk)
  const client: Client<typeof sourcifyApi> = {
    verifyStandardJson: (raw, context) =>
      service.verifyStandardJson(parseInput(sourcifyApi.verifyStandardJson, raw), context),
    verifyMetadata: (raw, context) => service.verifyMetadata(parseInput(sourcifyApi.verifyMetadata, raw), context),
    verification: (raw, context) => service.verification(parseInput(sourcifyApi.verification, raw), context),
    contract: (raw, context) => service.contract(parseInput(sourcifyApi.contract, raw), context),
  }
  const handle = serve(sourcifyApi, client, {
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
