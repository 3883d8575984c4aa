import type { Picture } from '#lib/site/picture.ts'
import type { SettingReader } from './setting-reader.ts'

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
