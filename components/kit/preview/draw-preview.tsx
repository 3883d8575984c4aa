import { ImageResponse } from 'next/og'
import { ServiceError } from '#lib/base/errors.ts'
import type { PageAbout } from '#lib/pages/page-content.ts'
import { currentSite } from '#lib/site/site.ts'
import { PreviewPicture } from './preview-picture.tsx'

/** Images of links have the light palette. */
const previewSite = () => {
  const { name, accent, drawnLogo } = currentSite()
  return { name, accent: accent?.light, logo: drawnLogo }
}

/** The size that link previews expect. */
const size = { width: 1200, height: 630 }

/** About 40 kB each. */
const keptMax = 100
const kept = new Map<string, Promise<Uint8Array>>()

/** One at a time: drawing is CPU-bound, and pages take precedence over previews. */
let last: Promise<unknown> = Promise.resolve()
let waiting = 0
/** About three seconds' work. */
const waitingMax = 30

const draw = (about: PageAbout): Promise<Uint8Array> => {
  if (waiting >= waitingMax)
    throw new ServiceError('rate_limited', 'Too many preview images are waiting to be drawn. Try again later.', {
      retryAfterSeconds: 5,
    })
  waiting++
  const drawn = last.then(async () => {
    const response = new ImageResponse(<PreviewPicture {...about} site={previewSite()} />, size)
    return new Uint8Array(await response.arrayBuffer())
  })
  last = drawn.catch(() => undefined).finally(() => waiting--)
  return drawn
}

/** The preview image of a page's link, as PNG, cached by its text. @throws rate_limited when too many are waiting. */
export const drawPreview = async ({ kind, title, summary, place, facts }: PageAbout): Promise<Uint8Array> => {
  const about = { kind, title, summary, place, facts }
  const key = JSON.stringify(about)
  const picture = kept.get(key) ?? draw(about)
  kept.delete(key)
  kept.set(key, picture)
  picture.catch(() => kept.delete(key))
  const [oldest] = kept.keys()
  if (kept.size > keptMax && oldest !== undefined) kept.delete(oldest)
  return picture
}
