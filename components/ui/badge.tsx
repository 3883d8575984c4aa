import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

export type Tone = 'neutral' | 'accent' | 'good' | 'bad' | 'warn'

const tones: Record<Tone, string> = {
  neutral: 'border-line bg-sunken text-muted',
  accent: 'border-accent/30 bg-accent/10 text-accent',
  good: 'border-good/30 bg-good/10 text-good',
  bad: 'border-bad/30 bg-bad/10 text-bad',
  warn: 'border-warn/30 bg-warn/10 text-warn',
}

/** A word about the thing beside it. The word says it; the colour only helps. */
export const Badge = ({ tone = 'neutral', className, ...props }: ComponentProps<'span'> & { tone?: Tone }) => (
  <span
    {...props}
    className={classNames(
      'inline-flex items-center gap-1 whitespace-nowrap rounded-md border px-1.5 py-px font-medium text-xs leading-4.5',
      tones[tone],
      className,
    )}
  />
)
