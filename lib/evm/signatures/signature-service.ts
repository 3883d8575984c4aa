import * as z from 'zod'
import { parseJson } from '#lib/api/input/parse-json.ts'
import type { Hex } from '#lib/base/hex.ts'
import { createOutbound } from '#lib/outbound/outbound.ts'
import { OutboundError } from '#lib/outbound/outbound-error.ts'

/** Selectors and topics with the signatures that a service knows for them; empty for those that it does not know. */
type SignatureAnswer = ReadonlyMap<Hex, readonly string[]>

export type SignatureService = {
  /** At most `hashesMax` at a time. Undefined if the service did not answer; never rejects. */
  lookUp(hashes: readonly Hex[], signal?: AbortSignal): Promise<SignatureAnswer | undefined>
  close(): Promise<void>
}

/** Some servers refuse longer URLs: a topic takes 66 characters. */
export const hashesMax = 50
const answerBytesMax = 512 * 1024
const totalMs = 5_000
/** Maximum number of signatures per selector. */
const signaturesMax = 8

const found = z.record(z.string(), z.array(z.object({ name: z.string() })).nullable()).default({})
const answerSchema = z.object({ result: z.object({ function: found, event: found }) })

/**
 * A service that speaks OpenChain's protocol: `GET <url>?function=0x…,0x…&event=0x…`. The operator chooses its host, so
 * it may be on a private network.
 */
export const createSignatureService = (url: string): SignatureService => {
  const { hostname, protocol, port } = new URL(url)
  const outbound = createOutbound({
    allow: [`${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`],
    concurrency: 1,
    concurrencyPerHost: 1,
  })
  return {
    lookUp: async (hashes, signal) => {
      const options = { bytesMax: answerBytesMax, totalMs, accept: 'application/json', signal }
      try {
        return readAnswer((await outbound.fetch(addressOf(url, hashes), options)).body, hashes)
      } catch (error) {
        if (!(error instanceof OutboundError)) throw error
        return undefined
      }
    },
    close: () => outbound.close(),
  }
}

const selectorLength = 10

const addressOf = (url: string, hashes: readonly Hex[]): string => {
  const address = new URL(url)
  const functions = hashes.filter(({ length }) => length === selectorLength)
  const events = hashes.filter(({ length }) => length !== selectorLength)
  if (functions.length > 0) address.searchParams.set('function', functions.join())
  if (events.length > 0) address.searchParams.set('event', events.join())
  return address.href
}

const readAnswer = (body: Uint8Array, hashes: readonly Hex[]): SignatureAnswer | undefined => {
  const answer = answerSchema.safeParse(jsonOf(body))
  if (!answer.success) return undefined
  const known = { ...answer.data.result.function, ...answer.data.result.event }
  return new Map(
    hashes.map((hash) => [
      hash,
      (Object.hasOwn(known, hash) ? (known[hash] ?? []) : []).slice(0, signaturesMax).map(({ name }) => name),
    ]),
  )
}

const jsonOf = (body: Uint8Array): unknown => {
  try {
    return parseJson(new TextDecoder().decode(body))
  } catch {
    return undefined
  }
}
