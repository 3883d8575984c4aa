import type { TimelineRow } from '#components/evm/timeline/feed/chain-feed.ts'
import { type TimelineKind, timelineKinds } from '#components/evm/timeline/feed/timeline-kind.ts'
import type { Column } from '#components/kit/define-list.ts'
import { Badge } from '#components/ui/badge.tsx'
import { Link } from '#components/ui/link.tsx'
import { evmPaths } from '#lib/evm/api/paths.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'

/** On a phone, the chain adds a line to each row. */
export const timelineHeights = { wide: 44, phone: 128 } as const

export const timelineKey = ({ chain, key }: TimelineRow<unknown>) => `${chain.chain} ${key}`

/** The chain of a row, linked to the wallet's page of that kind on the chain. */
const chainColumn = <Record, View extends { wallet: string }>(
  kind: TimelineKind,
): Column<TimelineRow<Record>, View> => ({
  key: 'chain',
  title: 'Chain',
  width: '7.5rem',
  widthExtra: '8.5rem',
  look: 'clip',
  cell: ({ chain }, { wallet }) => (
    <Link href={evmPaths.wallet({ chain: chain.chain, address: wallet }) + timelineKinds[kind].tab}>
      <Badge>{chain.title}</Badge>
    </Link>
  ),
})

/** The columns of one chain's list, with the chain before them. */
export const timelineColumns = <Record, Inner, View extends { wallet: string }>(
  kind: TimelineKind,
  columns: readonly Column<Record, Inner>[],
  viewOn: (view: View, chain: EvmChainState) => Inner,
): readonly Column<TimelineRow<Record>, View>[] => [
  chainColumn(kind),
  ...columns.map(
    ({ cell, ...column }): Column<TimelineRow<Record>, View> => ({
      ...column,
      cell: ({ chain, record }, view, suspicion) => cell(record, viewOn(view, chain), suspicion),
    }),
  ),
]
