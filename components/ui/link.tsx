import type { ComponentProps } from 'react'

/**
 * A link to a page of this site. It is a plain `<a>` that `LinkNavigation` follows with Next's router, instead of `next/link`:
 * the 250 links of a list of 50 rows then need no code each, and every page is 3 kB (gzip) smaller. `keepScroll` keeps the scroll
 * position, for tabs and filters.
 */
export const Link = ({ keepScroll, ...props }: ComponentProps<'a'> & { href: string; keepScroll?: boolean }) => (
  <a data-keep-scroll={keepScroll || undefined} {...props} />
)
