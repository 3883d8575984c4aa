import * as z from 'zod'
import { type Picture, PictureFault, readPicture } from '#lib/site/picture.ts'
import { readableAccent } from '#lib/site/readable-accent.ts'
import { type Site, spyglass } from '#lib/site/site.ts'
import type { SettingName } from './descriptions.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** The environment while it is parsed. Faults are collected, so that an operator sees all of them at once. */
export type SettingReader = {
  /** The settings that have a value. */
  given: Readonly<Partial<Record<SettingName, string>>>
  /** One sentence each, which begins with the name of its setting. It never repeats a value, which may be a secret. */
  faults: string[]
  /** The parsed value, by default that of `given`; undefined if it has a fault. */
  read: <T>(name: SettingName, schema: z.ZodType<T>, value?: string) => T | undefined
}

/** Reads settings; empty values count as unset. */
export const createSettingReader = (environment: Environment): SettingReader => {
  const given: SettingReader['given'] = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value?.trim()),
  )
  const faults: string[] = []
  return {
    given,
    faults,
    read: (name, schema, value = given[name]) => {
      const parsed = schema.safeParse(value)
      if (parsed.success) return parsed.data
      faults.push(...parsed.error.issues.map((issue) => `${name} ${issue.message}`))
      return undefined
    },
  }
}

/** The settings of a family that the rest of the program reads; a family adds its own. */
export type FamilySettings = {
  /** Its configured nodes. With neither a node nor a hosted service, the demo ledger is shown. */
  nodeUrls: readonly string[]
  /** The hosted service, which serves what our own index cannot. */
  hostedBaseUrl?: string
  /** Its chains: the name in URLs, and the end of the names of settings, such as `ETH`. */
  chains?: readonly { name: string; variable: string }[]
  /** The operator's images of its chains, served beside the site's logo. */
  pictures?: readonly Picture[]
  /** Called once by a process that uses these settings. */
  apply?: () => void
}

/** A family's part of the environment. Separate from its declaration, because the configuration is read first. */
export type FamilyConfig<Settings extends FamilySettings = FamilySettings> = {
  /** First segments of the paths of its pages, which therefore cannot be names of chains. */
  slugs: readonly string[]
  parse: (reader: SettingReader, reservedSlugs: ReadonlySet<string>) => Settings
}

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
