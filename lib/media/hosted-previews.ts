import type { Outbound } from '#lib/outbound/outbound.ts'
import { OutboundError } from '#lib/outbound/outbound-error.ts'
import { previewPath } from './media-paths.ts'
import { type PreviewName, previewMimetype } from './preview-sizes.ts'

/** A preview from the hosted service; undefined if it has none, or sends anything other than a preview. */
export type HostedPreviews = (
  contentHash: string,
  name: PreviewName,
  signal: AbortSignal,
) => Promise<Uint8Array | undefined>

/** Far more than a preview of 500 pixels takes. */
const previewBytesMax = 1024 * 1024
const totalMs = 10_000

/** Passes on previews of the hosted service, so that browsers only contact this server. */
export const createHostedPreviews =
  (baseUrl: string, outbound: Pick<Outbound, 'fetch'>): HostedPreviews =>
  async (contentHash, name, signal) => {
    const url = new URL(previewPath(contentHash, name), baseUrl).href
    try {
      const { body, contentType } = await outbound.fetch(url, {
        bytesMax: previewBytesMax,
        totalMs,
        accept: previewMimetype,
        signal,
      })
      return contentType === previewMimetype && isWebp(body) ? body : undefined
    } catch (error) {
      if (error instanceof OutboundError) return undefined
      throw error
    }
  }

/** Whether the bytes are a RIFF container of type WEBP, whatever the content type says. */
const isWebp = (body: Uint8Array): boolean => {
  const text = Buffer.from(body.subarray(0, 12)).toString('latin1')
  return text.startsWith('RIFF') && text.endsWith('WEBP')
}
