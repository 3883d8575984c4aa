import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { svgFault } from './harmless-svg.ts'

/** An image of the operator, served under a path that contains its content hash. */
export type Picture = { path: string; type: 'image/svg+xml' | 'image/png' | 'image/webp'; bytes: Buffer }

export const pictureFolder = '/media/site/'
const bytesMax = 128 * 1_024

/** Why an image cannot be used, as a clause that follows the name of its setting. */
export class PictureFault extends Error {
  override readonly name = 'PictureFault'
}

const extensions = { 'image/svg+xml': 'svg', 'image/png': 'png', 'image/webp': 'webp' } as const

const typeOf = (bytes: Buffer): Picture['type'] | undefined => {
  if (bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))) return 'image/png'
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return 'image/webp'
  return /^\s*<(svg|\?xml)[\s>]/.test(bytes.toString('utf8', 0, 200)) ? 'image/svg+xml' : undefined
}

/**
 * Reads an image from a file (its path is relative to `folder`) or from inline SVG.
 * @throws PictureFault if it is missing, too large, of another format, or an unsafe SVG.
 */
export const readPicture = (pathOrSvg: string, folder: string): Picture => {
  const bytes = pathOrSvg.trim().startsWith('<') ? Buffer.from(pathOrSvg) : readFile(resolve(folder, pathOrSvg))
  if (bytes.length > bytesMax) throw new PictureFault(`has more than ${bytesMax / 1_024} KiB`)
  const type = typeOf(bytes)
  if (type === undefined) throw new PictureFault('must be an SVG, PNG or WebP picture')
  const fault = type === 'image/svg+xml' ? svgFault(bytes.toString('utf8')) : undefined
  if (fault) throw new PictureFault(fault)
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
  return { path: `${pictureFolder}${hash}.${extensions[type]}`, type, bytes }
}

const readFile = (path: string): Buffer => {
  try {
    if (!statSync(path).isFile()) throw new PictureFault('is not a file')
    if (statSync(path).size > bytesMax) throw new PictureFault(`has more than ${bytesMax / 1_024} KiB`)
    return readFileSync(path)
  } catch (error) {
    if (error instanceof PictureFault) throw error
    throw new PictureFault('must be the path of a readable picture file or inline SVG')
  }
}
