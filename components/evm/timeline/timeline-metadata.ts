import type { Metadata } from 'next'
import { pageTitles } from '#components/ui/page-titles.ts'
import { type TimelineKind, timelineKinds } from './timeline-kind.ts'

/** What a page of a wallet on all chains says of itself. */
export const timelineMetadata = (kind: TimelineKind, address: string): Metadata => {
  const { title, page } = timelineKinds[kind]
  return {
    title: pageTitles(`${page === '' ? 'Wallet' : `${title} of`} ${address} on all chains`),
    description: `${title} of the wallet ${address} on every chain served here, in one list.`,
  }
}
