import { Hash } from '#components/chain/hash.tsx'
import type { LabelOption } from './stored/label-options.ts'

/** The label, and below it the labelled subject: fits a phone's width. */
export const LabelName = ({ text, named: { chain, subject } }: Pick<LabelOption, 'text' | 'named'>) => (
  <span className="min-w-0 flex-1">
    <bdi className="block truncate font-medium">{text}</bdi>
    <span className="flex gap-2 text-muted text-xs">
      {chain}
      <Hash value={subject} title={undefined} className="min-w-0 flex-1" />
    </span>
  </span>
)
