import { LRUCache } from 'lru-cache'
import { ImageResponse } from 'next/og'
import { ServiceError } from '#lib/base/errors.ts'
import type { PageAbout } from '#lib/pages/page-content.ts'
import { currentSite } from '#lib/site/site.ts'

/**
 * Text as the image's own font can draw it, bounded. A letter that the font lacks would be fetched from a third party,
 * so it becomes a dot: only Latin is drawn.
 */
export const drawableText = (text: string, lengthMax: number): string => {
  const drawn = text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[^\x20-\x7e\xa1-\xac\xae-\xff–—…·]+/gu, '·')
    .trim()
  return drawn.length > lengthMax ? `${drawn.slice(0, lengthMax - 1)}…` : drawn
}

/*
 * The content of a link preview. It is drawn without a browser: every element is a flex box, and styles are inline. The
 * colours are those of the light palette (app/globals.css).
 */

const colours = {
  canvas: '#f6f7f5',
  surface: '#ffffff',
  line: '#dcdfda',
  ink: '#17212b',
  muted: '#56616c',
  accent: '#0a6570',
}
const factsMax = 4

/** An address or a hash fits in one line. */
const titleSize = ({ length }: string): number => (length <= 30 ? 56 : length <= 44 ? 40 : 28)

const Lens = ({ stroke }: { stroke: string }) => (
  // biome-ignore lint/a11y/noSvgWithoutTitle: it becomes part of a picture
  <svg width="44" height="44" viewBox="0 0 24 24" fill="none" stroke={stroke} strokeWidth="2">
    <circle cx="10" cy="10" r="6" />
    <path d="M14.5 14.5 21 21" strokeLinecap="round" />
  </svg>
)

const Fact = ({ label, value }: { label: string; value: string }) => (
  <div style={{ display: 'flex', flexDirection: 'column', flexGrow: 1, flexBasis: 0, padding: '20px 22px' }}>
    <div style={{ display: 'flex', color: colours.muted, fontSize: 20 }}>{drawableText(label, 20)}</div>
    <div style={{ display: 'flex', marginTop: 6, fontSize: 24 }}>{drawableText(value, 22)}</div>
  </div>
)

/** `site` has the colours of the light palette, and the logo as an image that can be drawn. */
type PictureSite = { name: string; accent?: string; logo?: string }

const PreviewPicture = ({ kind, title, summary, place, facts, site }: PageAbout & { site: PictureSite }) => (
  <div
    style={{
      display: 'flex',
      flexDirection: 'column',
      width: '100%',
      height: '100%',
      padding: '56px 64px',
      background: colours.canvas,
      color: colours.ink,
      borderTop: `14px solid ${site.accent ?? colours.accent}`,
    }}
  >
    <div style={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', fontSize: 30 }}>
      <div style={{ display: 'flex', alignItems: 'center', gap: 16 }}>
        {site.logo ? (
          // biome-ignore lint/performance/noImgElement: it becomes part of a picture
          <img alt="" src={site.logo} width={44} height={44} />
        ) : (
          <Lens stroke={site.accent ?? colours.accent} />
        )}
        {drawableText(site.name, 40)}
      </div>
      <div style={{ display: 'flex', color: colours.muted }}>{drawableText(place, 40)}</div>
    </div>
    <div style={{ display: 'flex', flexDirection: 'column', flexGrow: 1, justifyContent: 'center' }}>
      <div style={{ display: 'flex', color: site.accent ?? colours.accent, fontSize: 30 }}>
        {drawableText(kind, 40)}
      </div>
      <div
        style={{
          display: 'flex',
          marginTop: 10,
          fontSize: titleSize(title),
          lineHeight: 1.15,
          wordBreak: 'break-word',
        }}
      >
        {drawableText(title, 68)}
      </div>
      <div
        style={{
          display: 'flex',
          marginTop: 22,
          color: colours.muted,
          fontSize: 34,
          lineHeight: 1.35,
          wordBreak: 'break-word',
        }}
      >
        {drawableText(summary, 170)}
      </div>
    </div>
    {facts.length > 0 && (
      <div
        style={{
          display: 'flex',
          border: `2px solid ${colours.line}`,
          borderRadius: 18,
          background: colours.surface,
        }}
      >
        {facts.slice(0, factsMax).map(([label, value]) => (
          <Fact key={label} label={label} value={value} />
        ))}
      </div>
    )}
  </div>
)

/** Images of links have the light palette. */
const previewSite = () => {
  const { name, accent, drawnLogo } = currentSite()
  return { name, accent: accent?.light, logo: drawnLogo }
}

/** The size that link previews expect. */
const size = { width: 1200, height: 630 }

/** About 40 kB each. */
const keptMax = 100
const kept = new LRUCache<string, Promise<Uint8Array>>({ max: keptMax })

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
  kept.set(key, picture)
  picture.catch(() => kept.delete(key))
  return picture
}
