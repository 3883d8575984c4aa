import type { IconNode } from 'lucide'
import { type ComponentProps, createElement } from 'react'

type IconProps = Omit<ComponentProps<'svg'>, 'of'> & { of: IconNode; size?: number }

/** An icon of Lucide, in the colour of the text around it. It is hidden from screen readers unless it has an `aria-label`. */
export const Icon = ({ of: node, size = 24, ...props }: IconProps) => (
  // biome-ignore lint/a11y/noSvgWithoutTitle: hidden, or named by its label
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={2}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden={props['aria-label'] ? undefined : true}
    {...props}
  >
    {node.map(([tag, attributes], index) => createElement(tag, { key: index, ...attributes }))}
  </svg>
)
