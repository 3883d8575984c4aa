import { type PreviewName, previewExtension, previewNames } from './preview-sizes.ts'

/** Hex digits without 0x. */
export type MediaPath =
  | { kind: 'preview'; contentHash: string; name: PreviewName }
  /** The media themselves, by the sha256 of their URI. */
  | { kind: 'original'; mediaKey: string }

export const previewPath = (contentHash: string, name: PreviewName): string =>
  `/media/${contentHash}/${name}.${previewExtension}`

const previewPattern = new RegExp(`^/media/([0-9a-f]{64})/(${previewNames.join('|')})\\.${previewExtension}$`)
const originalPattern = /^\/media\/original\/([0-9a-f]{64})$/

/** Parses a media path; undefined for any other path. */
export const parseMediaPath = (path: string): MediaPath | undefined => {
  const [, contentHash, found] = previewPattern.exec(path) ?? []
  const name = previewNames.find((known) => known === found)
  if (contentHash !== undefined && name !== undefined) return { kind: 'preview', contentHash, name }
  const mediaKey = originalPattern.exec(path)?.[1]
  return mediaKey === undefined ? undefined : { kind: 'original', mediaKey }
}
