import * as z from 'zod'
import { parseJson } from '#lib/api/input/parse-json.ts'
import type { Hex } from '#lib/base/hex.ts'
import { createOutbound } from '#lib/outbound/outbound.ts'
import { OutboundError } from '#lib/outbound/outbound-error.ts'
import { readSourcifySources, sourcesFields, type VerifiedSources } from './read-sourcify-sources.ts'

/** A verifier's response about a contract. `later` if it could not tell. */
type Later = { kind: 'later'; retryAfterSeconds: number | undefined; reason: string }
type NotVerified = { kind: 'not_verified' }
export type VerifierAnswer =
  | { kind: 'verified'; abi: string; match: string; implementations: Hex[] }
  | NotVerified
  | Later
type SourcesAnswer = ({ kind: 'verified'; characters: number } & VerifiedSources) | NotVerified | Later

export type AbiVerifier = {
  /** Never rejects. `address` in lower case. */
  lookUp(chain: number, address: Hex, signal?: AbortSignal): Promise<VerifierAnswer>
  close(): Promise<void>
}

export type SourceVerifier = {
  /** Never rejects. `address` in lower case. */
  lookUpSources(chain: number, address: Hex, signal?: AbortSignal): Promise<SourcesAnswer>
}

export type SourcifyOptions = { baseUrl: string; concurrency: number }

const answerBytesMax = 2 * 1024 * 1024
const totalMs = 10_000
/** Of all source files with the deployed code. */
const sourcesBytesMax = 16 * 1024 * 1024
/** A visitor waits for it. */
const sourcesMs = 5_000

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
export const createSourcify = ({ baseUrl, concurrency }: SourcifyOptions): AbiVerifier & SourceVerifier => {
  const { hostname, protocol, port } = new URL(baseUrl)
  const outbound = createOutbound({
    allow: [`${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`],
    concurrency,
    concurrencyPerHost: concurrency,
  })
  const ask = async (
    contract: string,
    fields: string,
    limits: { bytesMax: number; totalMs: number; signal: AbortSignal | undefined },
  ): Promise<Uint8Array | NotVerified | Later> => {
    try {
      const url = `${baseUrl}/v2/contract/${contract}?fields=${fields}`
      return (await outbound.fetch(url, { accept: 'application/json', ...limits })).body
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error
      if (error.status === 404) return { kind: 'not_verified' }
      return { kind: 'later', retryAfterSeconds: error.retryAfterSeconds, reason: error.message }
    }
  }
  return {
    lookUp: async (chain, address, signal) => {
      const limits = { bytesMax: answerBytesMax, totalMs, signal }
      const answer = await ask(`${chain}/${address}`, 'abi,proxyResolution', limits)
      return answer instanceof Uint8Array ? readAnswer(answer) : answer
    },
    lookUpSources: async (chain, address, signal) => {
      const limits = { bytesMax: sourcesBytesMax, totalMs: sourcesMs, signal }
      const answer = await ask(`${chain}/${address}`, sourcesFields, limits)
      if (!(answer instanceof Uint8Array)) return answer
      const found = readSourcifySources(jsonOf(answer))
      return found
        ? { kind: 'verified', characters: answer.length, ...found }
        : later('The response has no sources in the format of Sourcify.')
    },
    close: () => outbound.close(),
  }
}

const readAnswer = (body: Uint8Array): VerifierAnswer => {
  const answer = answerSchema.safeParse(jsonOf(body))
  if (!answer.success) return later('The response is not in the format of Sourcify.')
  const { match, abi, proxyResolution } = answer.data
  if (match === null) return { kind: 'not_verified' }
  if (!abi) return later('The response has no ABI of a verified contract.')
  const implementations = (proxyResolution?.implementations ?? []).map(
    ({ address }): Hex => `0x${address.slice(2).toLowerCase()}`,
  )
  return { kind: 'verified', abi: JSON.stringify(abi), match, implementations }
}

const later = (reason: string): Later => ({ kind: 'later', retryAfterSeconds: undefined, reason })

const jsonOf = (body: Uint8Array): unknown => {
  try {
    return parseJson(new TextDecoder().decode(body))
  } catch {
    return undefined
  }
}
