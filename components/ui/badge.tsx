import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

export type Tone = 'neutral' | 'accent' | 'good' | 'bad' | 'warn'

/** A short label beside its subject. Colour only supports the text. */
export const Badge = ({ tone = 'neutral', className, ...props }: ComponentProps<'span'> & { tone?: Tone }) => (
  <span {...props} className={classNames('badge', tone !== 'neutral' && tone, className)} />
)
