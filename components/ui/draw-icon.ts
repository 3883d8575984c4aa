import { type ComponentProps, createElement } from 'react'

/** A picture of lucide: the elements of a 24 × 24 drawing, each with its attributes. */
type Drawing = { node: readonly (readonly [string, Record<string, string>])[] }

type IconProps = ComponentProps<'svg'> & { size?: number }

/**
 * Stands in place of lucide's own function of this purpose, which takes settings, contexts and legacy names that nothing here
 * uses, and makes of every picture in a server component one that the browser has to draw again. A picture is hidden from
 * screen readers unless it has words.
 */
const drawIcon =
  ({ node }: Drawing) =>
  ({ size = 24, ...props }: IconProps) =>
    createElement(
      'svg',
      {
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': props['aria-label'] ? undefined : true,
        ...props,
      },
      node.map(([tag, attributes]) => createElement(tag, attributes)),
    )

export { drawIcon as default }
