import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { XMLParser } from 'fast-xml-parser'
import type { Site } from './site.ts'

/**
 * Shapes, text and paint. Everything else, such as scripts, styles, links, animations and foreign content, is refused.
 */
const elements = new Set(
  (
    'svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan ' +
    'linearGradient radialGradient stop clipPath mask pattern'
  ).split(' '),
)
const elementsMax = 2_000

/** With `preserveOrder`, an element is an object of its name and, under `:@`, its attributes. */
type Node = Record<string, unknown>

const parser = new XMLParser({ preserveOrder: true, ignoreAttributes: false, attributeNamePrefix: '' })

const attributeFault = (name: string, value: string): string | undefined => {
  const local = name.replace(/^.*:/, '').toLowerCase()
  if (local.startsWith('on')) return `has the event handler ${name}`
  if (local === 'href' && !value.trim().startsWith('#')) return 'links to an external resource'
  // A backslash or a character reference can disguise `url`.
  const withoutLocal = value.replace(/url\(\s*["']?#/gi, '')
  if (/url\s*\(|@import|\\|&#|javascript:/i.test(withoutLocal)) return `refers to an external resource in ${name}`
  return undefined
}

const nodeFault = (nodes: readonly Node[], counted: { elements: number }): string | undefined => {
  for (const { ':@': attributes, '#text': _text, ...rest } of nodes) {
    for (const [name, value] of Object.entries(attributes ?? {})) {
      const fault = attributeFault(name, String(value))
      if (fault) return fault
    }
    for (const [name, children] of Object.entries(rest)) {
      if (name === '?xml') continue
      counted.elements += 1
      if (counted.elements > elementsMax) return `has more than ${elementsMax} elements`
      if (!elements.has(name)) return `has the element <${name.slice(0, 40)}>, which is not allowed`
      const fault = Array.isArray(children) ? nodeFault(children, counted) : undefined
      if (fault) return fault
    }
  }
  return undefined
}

/**
 * Why an SVG is refused, as a clause that follows its name; undefined for an image without scripts, styles or external
 * references. Pages only show it in `<img>`, which runs nothing; this also covers a browser that opens the file itself.
 */
export const svgFault = (text: string): string | undefined => {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) return 'has a DOCTYPE, which is not allowed'
  try {
    const nodes: Node[] = parser.parse(text, true)
    const roots = nodes.flatMap((node) => Object.keys(node)).filter((name) => !['?xml', ':@', '#text'].includes(name))
    if (roots.join() !== 'svg') return 'is not an SVG document'
    return nodeFault(nodes, { elements: 0 })
  } catch {
    return 'is not well-formed XML'
  }
}

/** An image of the operator, served under a path that contains its content hash. */
export type Picture = { path: string; type: 'image/svg+xml' | 'image/png' | 'image/webp'; bytes: Buffer }

const pictureFolder = '/media/site/'
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

const headers = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
}
const yearSeconds = 31_536_000
const manifestPath = `${pictureFolder}manifest.webmanifest`
const defaultIcon = { src: '/icon.svg', type: 'image/svg+xml', sizes: 'any' }

/** The web app manifest, which browsers read to install the site. */
const manifestOf = ({ name, accent }: Site, logo: Picture | undefined) => ({
  name,
  short_name: name,
  start_url: '/',
  display: 'minimal-ui',
  theme_color: accent?.light ?? '#0a6570',
  background_color: '#f6f7f5',
  icons: [logo ? { src: logo.path, type: logo.type, sizes: 'any' } : defaultIcon],
})

/** Serves the images of the site and its chains, and the manifest; undefined for any other path. */
export const createSiteHandler = (site: Site, logo: Picture | undefined, icons: readonly Picture[]) => {
  const pictures = new Map([...icons, ...(logo ? [logo] : [])].map((picture) => [picture.path, picture]))
  const manifest = JSON.stringify(manifestOf(site, logo))
  return (request: Request): Response | undefined => {
    const { pathname } = new URL(request.url)
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
    const answer = (body: string | Buffer, type: string, cache: string): Response =>
      new Response(request.method === 'HEAD' ? null : new Uint8Array(Buffer.from(body)), {
        headers: { ...headers, 'content-type': type, 'cache-control': cache },
      })
    if (pathname === manifestPath) return answer(manifest, 'application/manifest+json', 'public, max-age=3600')
    const picture = pictures.get(pathname)
    return picture && answer(picture.bytes, picture.type, `public, max-age=${yearSeconds}, immutable`)
  }
}
