import * as z from 'zod'
import { type Picture, PictureFault, readPicture } from '#lib/site/picture.ts'
import { readableAccent } from '#lib/site/readable-accent.ts'
import { type Site, spyglass } from '#lib/site/site.ts'
import type { SettingReader } from './setting-reader.ts'

const siteName = z
  .string()
  .trim()
  .max(40, 'has over 40 characters')
  .regex(/^[^\p{Cc}\p{Cf}]*$/u, 'has invisible characters')
const siteColour = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #3366cc')
  .toLowerCase()

/** How the operator brands the site. */
export const parseSite = ({ given, read, faults }: SettingReader): { site: Site; siteLogo?: Picture } => {
  const siteLogo = readLogo(given.SITE_LOGO, faults)
  const colour = read('SITE_COLOUR', siteColour.optional())
  return {
    site: {
      name: read('SITE_NAME', siteName.optional()) ?? spyglass.name,
      logo: siteLogo?.path,
      drawnLogo: siteLogo && dataUrl(siteLogo),
      accent: colour === undefined ? undefined : readableAccent(colour),
    },
    siteLogo,
  }
}

const readLogo = (pathOrSvg: string | undefined, faults: string[]): Picture | undefined => {
  if (pathOrSvg === undefined) return undefined
  try {
    return readPicture(pathOrSvg, '.')
  } catch (error) {
    if (!(error instanceof PictureFault)) throw error
    faults.push(`SITE_LOGO ${error.message}`)
    return undefined
  }
}

/** Link previews cannot contain WebP. */
const dataUrl = ({ type, bytes }: Picture): string | undefined =>
  type === 'image/webp' ? undefined : `data:${type};base64,${bytes.toString('base64')}`
