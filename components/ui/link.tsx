import type { ComponentProps } from 'react'

/**
 * A link to a page of ours: a plain one, which `SoftNavigation` follows without loading the document again. `keepScroll`: the
 * page stays where it is scrolled to.
 */
export const Link = ({ keepScroll, ...props }: ComponentProps<'a'> & { href: string; keepScroll?: boolean }) => (
  <a data-keep-scroll={keepScroll || undefined} {...props} />
)
