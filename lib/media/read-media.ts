import type { FetchFault } from '#lib/outbound/fetch-fault.ts'
import { firstAnswer } from '#lib/outbound/first-answer.ts'
import type { Outbound } from '#lib/outbound/outbound.ts'
import { readUri, type UriOptions } from '#lib/outbound/token-uri.ts'
import { type MediaKind, sniffMedia } from './sniff-media.ts'

/** Sources of images, videos and audio. */
export type MediaSources = {
  outbound: Pick<Outbound, 'fetch'>
  uriOptions: Omit<UriOptions, 'substitute'>
  /** Files bundled with the product, by their URI; checked before fetching. */
  localDocument?: (uri: string) => Promise<{ body: Uint8Array } | undefined>
  /** Time limit of one source, including redirects and body; default 20 s. */
  fetchMs?: number
}

/** For videos and audio, only the start is fetched. */
export type ReadMedia = MediaKind & { body: Uint8Array; isWhole: boolean }

const mediaBytesMax = 25 * 1024 * 1024
const fetchMsDefault = 20_000
const accept = 'image/*, video/*, audio/*'

/**
 * Reads the media of a URI and detects their type from the bytes. Bounded in size and time; failures are returned,
 * never thrown.
 */
export const readMedia = async (
  uri: string,
  { outbound, uriOptions, localDocument, fetchMs = fetchMsDefault }: MediaSources,
  signal?: AbortSignal,
): Promise<ReadMedia | FetchFault> => {
  const local = await localDocument?.(uri.trim())
  if (local) return kindOf(local.body, true)
  const target = readUri(uri, uriOptions)
  if (target.kind === 'invalid') return invalid
  if (target.kind === 'inline') return kindOf(target.body, true)
  const read = async (url: string) => {
    const limits = { bytesMax: mediaBytesMax, totalMs: fetchMs, accept, signal, isEnough: isNoPicture }
    const { body, isCut } = await outbound.fetch(url, limits)
    return kindOf(body, !isCut)
  }
  return (await firstAnswer(target.urls, read, signal)) ?? invalid
}

const invalid: FetchFault = { fault: 'invalid_url', message: 'The URI scheme is not supported.' }

/** Previews are only made for images: of other media only the start is needed. */
const isNoPicture = (start: Uint8Array): boolean => sniffMedia(start)?.category !== 'image'

const kindOf = (body: Uint8Array, isWhole: boolean): ReadMedia | FetchFault => {
  const kind = sniffMedia(body)
  if (!kind) return { fault: 'unsupported_media', message: 'The file is not an image, a video or audio.' }
  return { ...kind, body, isWhole }
}
