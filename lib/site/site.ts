import type { Accent } from './readable-accent.ts'

/** How the operator brands the site. */
export type Site = {
  name: string
  /** Path of the operator's logo; undefined for the default one. */
  logo?: string
  /** The logo as a `data:` URL for link previews; undefined if their renderer cannot draw its format. */
  drawnLogo?: string
  /** Undefined for the default colours. */
  accent?: Accent
}

export const spyglass: Site = { name: 'Spyglass' }

/** Next.js bundles a second copy of this module into the same process: both share one site. */
declare global {
  var spyglassSite: Site | undefined
}

/** Called once the configuration is read. */
export const setSite = (site: Site): void => {
  globalThis.spyglassSite = site
}

export const currentSite = (): Site => globalThis.spyglassSite ?? spyglass
