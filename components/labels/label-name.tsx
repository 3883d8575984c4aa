import { Hash } from '#components/chain/hash.tsx'
import type { LabelOption } from './label-options.ts'

/** What somebody calls a thing, the chain it is on, and what it is, in one line: a long name leaves room for both. */
export const LabelName = ({ text, named: { chain, subject } }: Pick<LabelOption, 'text' | 'named'>) => (
  <span className="flex min-w-0 flex-1 items-baseline gap-2">
    <bdi className="min-w-0 truncate font-medium">{text}</bdi>
    <span className="shrink-0 text-muted text-xs">{chain}</span>
    <Hash value={subject} title={undefined} className="min-w-28 flex-1 text-muted text-xs" />
  </span>
)
