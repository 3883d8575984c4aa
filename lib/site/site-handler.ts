import { type Picture, pictureFolder } from './picture.ts'
import type { Site } from './site.ts'

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
