import type { ComponentProps } from 'react'

/** A spyglass: two tubes and the lens. Drawn with the text's colour and the accent. */
export const Logo = (props: ComponentProps<'svg'>) => (
  <svg viewBox="0 0 24 24" width="22" height="22" fill="none" aria-hidden="true" {...props}>
    <path
      d="M3.2 18.6 10 12.9l2.4 2.9-6.8 5.7a1.2 1.2 0 0 1-1.7-.2l-.9-1.1a1.2 1.2 0 0 1 .2-1.6Z"
      fill="currentColor"
      opacity=".55"
    />
    <path d="m10.5 11.2 6-5 4.4 5.2-6 5z" fill="currentColor" />
    <path d="m16.2 4.2 1.5-1.2 6 7.1-1.5 1.2z" className="fill-accent" />
  </svg>
)
