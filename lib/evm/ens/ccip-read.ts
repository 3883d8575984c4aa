import * as z from 'zod'
import { parseJson } from '#lib/api/input/parse-json.ts'
import type { Outbound } from '#lib/outbound/outbound.ts'

/** A request that a contract asks its caller to make, by EIP-3668. */
type CcipRequest = { sender: string; urls: readonly string[]; data: string }

export type CcipRead = {
  /** The gateway's bytes as hex. Rejects if no gateway answers with bytes. */
  request(request: CcipRequest, signal?: AbortSignal): Promise<`0x${string}`>
}

const urlsMax = 3
const totalMs = 3_000
const answerBytesMax = 64 * 1024
const answerSchema = z.object({ data: z.string().regex(/^0x([0-9a-f]{2})*$/i) })

/** Requests the gateways in order. Their URLs come from the chain, so that only the guarded client may fetch them. */
export const createCcipRead = (outbound: Outbound): CcipRead => ({
  request: async ({ sender, urls, data }, signal) => {
    let failure: unknown = new Error('The contract names no gateway.')
    for (const template of urls.slice(0, urlsMax)) {
      signal?.throwIfAborted()
      const url = template.replaceAll('{sender}', sender.toLowerCase()).replaceAll('{data}', data)
      const post = template.includes('{data}') ? undefined : JSON.stringify({ sender: sender.toLowerCase(), data })
      try {
        const options = { bytesMax: answerBytesMax, totalMs, accept: 'application/json', signal, post }
        const { body } = await outbound.fetch(url, options)
        const { data: bytes } = answerSchema.parse(parseJson(new TextDecoder().decode(body)))
        return `0x${bytes.slice(2)}`
      } catch (error) {
        failure = error
      }
    }
    throw failure
  },
})
