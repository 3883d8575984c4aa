import * as z from 'zod'
import type { Hex } from '#lib/evm/node/block.ts'
import { createOutbound } from '#lib/outbound/outbound.ts'
import { OutboundError } from '#lib/outbound/outbound-error.ts'

/** A verifier's response about a contract. `later` if it could not tell. */
export type VerifierAnswer =
  | { kind: 'verified'; abi: string; match: string; implementations: Hex[] }
  | { kind: 'not_verified' }
  | { kind: 'later'; retryAfterSeconds: number | undefined; reason: string }

export type AbiVerifier = {
  /** Never rejects. `address` in lower case. */
  lookUp(chain: number, address: Hex, signal?: AbortSignal): Promise<VerifierAnswer>
  close(): Promise<void>
}

export type SourcifyOptions = { baseUrl: string; concurrency: number }

const answerBytesMax = 2 * 1024 * 1024
const totalMs = 10_000

const answerSchema = z.object({
  match: z.enum(['exact_match', 'match']).nullable(),
  abi: z.array(z.unknown()).nullish(),
  proxyResolution: z
    .object({ implementations: z.array(z.object({ address: z.string().regex(/^0x[0-9a-f]{40}$/i) })).max(200) })
    .nullish()
    .catch(null),
})

/**
 * Sourcify's API, version 2: `GET /v2/contract/{chainId}/{address}`. The operator chooses its host, so it may be on a
 * private network.
 */
export const createSourcify = ({ baseUrl, concurrency }: SourcifyOptions): AbiVerifier => {
  const { hostname, protocol, port } = new URL(baseUrl)
  const outbound = createOutbound({
    allow: [`${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`],
    concurrency,
    concurrencyPerHost: concurrency,
  })
  return {
    lookUp: async (chain, address, signal) => {
      const url = `${baseUrl}/v2/contract/${chain}/${address}?fields=abi,proxyResolution`
      try {
        const options = { bytesMax: answerBytesMax, totalMs, accept: 'application/json', signal }
        return readAnswer((await outbound.fetch(url, options)).body)
      } catch (error) {
        if (!(error instanceof OutboundError)) throw error
        if (error.status === 404) return { kind: 'not_verified' }
        return { kind: 'later', retryAfterSeconds: error.retryAfterSeconds, reason: error.message }
      }
    },
    close: () => outbound.close(),
  }
}

const readAnswer = (body: Uint8Array): VerifierAnswer => {
  const answer = answerSchema.safeParse(parseJson(body))
  if (!answer.success) return later('The response is not in the format of Sourcify.')
  const { match, abi, proxyResolution } = answer.data
  if (match === null) return { kind: 'not_verified' }
  if (!abi) return later('The response has no ABI of a verified contract.')
  const implementations = (proxyResolution?.implementations ?? []).map(
    ({ address }): Hex => `0x${address.slice(2).toLowerCase()}`,
  )
  return { kind: 'verified', abi: JSON.stringify(abi), match, implementations }
}

const later = (reason: string): VerifierAnswer => ({ kind: 'later', retryAfterSeconds: undefined, reason })

const parseJson = (body: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    return undefined
  }
}
