import sharp, { type Sharp } from 'sharp'
import { fittedSize, type PreviewName, previewSizes, type Size } from './preview-files.ts'

/** Whether a text is an SVG document: the root element may follow a declaration, comments and a document type. Single pass. */
export const isSvg = (text: string): boolean => {
  let at = text.startsWith('\uFEFF') ? 1 : 0
  for (;;) {
    const start = afterBlanks(text, at)
    const next = afterProlog(text, start)
    if (next === undefined) return root.test(text.slice(start, start + rootLength))
    at = next
  }
}

const root = /^<svg[\s>/]/i
const rootLength = '<svg '.length
const doctype = '<!doctype'

const afterBlanks = (text: string, from: number): number => {
  let at = from
  while (at < text.length && isBlank(text.charAt(at))) at += 1
  return at
}

const isBlank = (character: string): boolean => character.trim() === ''

/** After the part of a prolog that starts at `at`; undefined if none starts, or where it does not end. */
const afterProlog = (text: string, at: number): number | undefined => {
  if (text.startsWith('<?', at)) return after(text, '?>', at)
  if (text.startsWith('<!--', at)) return after(text, '-->', at + '<!--'.length)
  return text.slice(at, at + doctype.length).toLowerCase() === doctype
    ? afterDoctype(text, at + doctype.length)
    : undefined
}

const after = (text: string, end: string, from: number): number | undefined => {
  const at = text.indexOf(end, from)
  return at < 0 ? undefined : at + end.length
}

/** ` svg PUBLIC "…" "…" [ … ]>`; the part in brackets may be missing. */
const afterDoctype = (text: string, from: number): number | undefined => {
  const name = afterBlanks(text, from)
  if (name === from || text.slice(name, name + 3).toLowerCase() !== 'svg') return undefined
  const end = text.indexOf('>', name)
  if (end < 0) return undefined
  // Not to the end of the text: each of many types would search all that follows.
  const subset = text.slice(name, end).indexOf('[')
  if (subset < 0) return end + 1
  const subsetEnd = after(text, ']', name + subset)
  if (subsetEnd === undefined) return undefined
  const close = afterBlanks(text, subsetEnd)
  return text.charAt(close) === '>' ? close + 1 : undefined
}

/** The result for an image: its size, and its preview files. */
export type Previews = Size & { files: Record<PreviewName, Uint8Array> }

/** An image that cannot be previewed; the message is shown to users. */
export class UnreadableImage extends Error {
  override readonly name = 'UnreadableImage'
}

/** Beyond this an image is not decoded. AVIF takes far more memory for each pixel (20 bytes, measured). */
const pixelsMax = 100_000_000
const pixelsMaxByType: Readonly<Record<string, number>> = { 'image/avif': 25_000_000 }
const svgBytesMax = 2 * 1024 * 1024
/** Dots per inch at which a unit of SVG is a pixel, and the bounds of what can be requested. */
const svgDensity = 72
const svgDensityMin = 1
const svgDensityMax = 100_000

/** The supported image types, by the names of their loaders: no other part of the library is ever run. */
const loaders = {
  'image/png': 'VipsForeignLoadPng',
  'image/jpeg': 'VipsForeignLoadJpeg',
  'image/gif': 'VipsForeignLoadNsgif',
  'image/webp': 'VipsForeignLoadWebp',
  'image/avif': 'VipsForeignLoadHeif',
  'image/svg+xml': 'VipsForeignLoadSvg',
  'image/tiff': 'VipsForeignLoadTiff',
} as const

/** Whether previews are made for images of this type. */
const isPreviewable = (mimetype: string): mimetype is keyof typeof loaders => Object.hasOwn(loaders, mimetype)

/** Bounds the library to what `makePreviews` needs, for the whole process. */
export const restrictImageLibrary = (): void => {
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: Object.values(loaders) })
}

/**
 * Previews of an image: the first frame of an animation, rotated by EXIF. SVG is drawn at the size of the largest
 * preview; external resources are not loaded, and scripts are not run. @throws UnreadableImage.
 */
export const makePreviews = async (body: Uint8Array, mimetype: string): Promise<Previews> => {
  if (!isPreviewable(mimetype)) throw new UnreadableImage('The image format is not supported.')
  try {
    return await previewsOf(mimetype === 'image/svg+xml' ? await openSvg(body) : await openImage(body, mimetype))
  } catch (error) {
    if (error instanceof UnreadableImage) throw error
    throw new UnreadableImage('The image is damaged or not in its declared format.', { cause: error })
  }
}

type Opened = Size & { image: Sharp }

const openImage = async (body: Uint8Array, mimetype: string): Promise<Opened> => {
  const { autoOrient, pages = 1, pageHeight, ...facts } = await sharp(body, { limitInputPixels: false }).metadata()
  const size = pages > 1 ? { width: facts.width, height: pageHeight ?? facts.height } : autoOrient
  const limitInputPixels = pixelsMaxByType[mimetype] ?? pixelsMax
  if (size.width * size.height > limitInputPixels)
    throw new UnreadableImage(`The image has more than ${limitInputPixels / 1e6} million pixels.`)
  return { ...size, image: sharp(body, { limitInputPixels, sequentialRead: true }).autoOrient() }
}

const openSvg = async (body: Uint8Array): Promise<Opened> => {
  if (body.length > svgBytesMax) throw new UnreadableImage('The SVG is larger than 2 MiB.')
  if (!isSvg(new TextDecoder().decode(body))) throw new UnreadableImage('The file is not an image, a video or audio.')
  if (Buffer.from(body).includes('<!ENTITY')) throw new UnreadableImage('The SVG defines entities.')
  const { width, height } = await sharp(body, { limitInputPixels: false }).metadata()
  const density = (svgDensity * previewSizes.high) / Math.max(width, height)
  const asked = Math.min(svgDensityMax, Math.max(svgDensityMin, density))
  const scale = previewSizes.high / Math.max(width, height)
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
  return { ...size, image: sharp(body, { density: asked, limitInputPixels: pixelsMax }) }
}

/** Decoded once: the large preview is made from the image, the others from that. */
const previewsOf = async ({ image, width, height }: Opened): Promise<Previews> => {
  const { data, info } = await image
    .resize({ ...fittedSize({ width, height }, previewSizes.high), fit: 'fill' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const fileOf = async (name: PreviewName): Promise<Uint8Array> => {
    const size = fittedSize({ width, height }, previewSizes[name])
    const preview = sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
    return await preview
      .resize({ ...size, fit: 'fill' })
      .webp({ quality: 82, effort: 2 })
      .toBuffer()
  }
  const [low, medium, high] = await Promise.all([fileOf('low'), fileOf('medium'), fileOf('high')])
  return { width, height, files: { low, medium, high } }
}

export type PreviewSource = { body: Uint8Array; mimetype: string }

/** Limits for one image in the preview process. */
export type PictureBounds = {
  /** CPU milliseconds. */
  cpuMsMax: number
  /** Bytes held by the whole process. */
  memoryMax: number
}

/** The process's input and output. */
export type PreviewOrder = PreviewSource & PictureBounds
export type PreviewAnswer = { previews: Previews } | { unreadable: string }

/** The image exceeded its limits: the process is still busy with it and must be replaced. */
export type SpentAnswer = { unreadable: string; isSpent: true }
