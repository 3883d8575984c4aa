import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

export type Tone = 'neutral' | 'accent' | 'good' | 'bad' | 'warn'

/** A word about the thing beside it. The word says it; the colour only helps. */
export const Badge = ({ tone = 'neutral', className, ...props }: ComponentProps<'span'> & { tone?: Tone }) => (
  <span {...props} className={classNames('badge', tone !== 'neutral' && tone, className)} />
)
