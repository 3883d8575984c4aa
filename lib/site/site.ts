import type { Accent } from './readable-accent.ts'

/** How the operator brands the site. */
export type Site = {
  name: string
  /** The path of its logo on this server; undefined for our own. */
  logo?: string
  /** The logo as a `data:` URL for link previews; undefined if their renderer cannot draw its format. */
  drawnLogo?: string
  /** Undefined for our own colours. */
  accent?: Accent
}

export const spyglass: Site = { name: 'Spyglass' }

/** Next.js bundles a second copy of this module into the same process: both share one site. */
const shared = globalThis as typeof globalThis & { spyglassSite?: Site }

/** Set once the configuration is read. */
export const setSite = (site: Site): void => {
  shared.spyglassSite = site
}

export const currentSite = (): Site => shared.spyglassSite ?? spyglass
