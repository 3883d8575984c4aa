'use client'

import { type ReactNode, useMemo } from 'react'
import { InfiniteTable } from '#components/chain/infinite-table.tsx'
import { ListEnd } from '#components/chain/list-end.tsx'
import { type PagesOptions, usePages } from '#components/chain/use-pages.ts'
import type { AptosNftTransfer } from '#lib/aptos/contract/records.ts'
import { type ActivityLine, activityLines } from './activity-line.ts'
import { ActivityCells, ActivityHeader, activityRowHeights } from './activity-row.tsx'
import type { AptosNetwork } from './aptos-path.ts'
import { aptosQueries } from './aptos-queries.ts'

type ActivityPage = { result: readonly AptosNftTransfer[] }

const keyOf = ({ key }: ActivityLine) => key

/** A list of activities that begins with the server's first page. */
const activityPages =
  <Page extends ActivityPage, Input, Key extends readonly unknown[]>(
    optionsOf: (input: Input) => PagesOptions<Page, Key>,
    { isInCollection = false }: { isInCollection?: boolean } = {},
  ) =>
  ({
    input,
    first,
    network,
    wallet,
    children,
  }: {
    /** What is asked for, the page size included. */
    input: Input
    first: Page
    network: AptosNetwork
    /** Whose page this is. */
    wallet?: string
    /** What stands there when nothing is to be listed. */
    children: ReactNode
  }) => {
    const query = usePages(optionsOf(input), first)
    const lines = useMemo(
      () =>
        activityLines(
          query.data.pages.flatMap(({ result }) => result),
          wallet,
        ),
      [query.data, wallet],
    )
    if (lines.length === 0 && !query.hasNextPage) return children
    return (
      <>
        <InfiniteTable
          label="NFT transfers"
          header={<ActivityHeader />}
          columns="transfer-grid group"
          rows={lines}
          rowKey={keyOf}
          heights={activityRowHeights}
          row={(line) => (
            <ActivityCells line={line} network={network} wallet={wallet} isInCollection={isInCollection} />
          )}
        />
        <ListEnd query={query} count={lines.length} noun="rows" />
      </>
    )
  }

const { pages } = aptosQueries

export const CollectionActivity = activityPages(pages.collectionNftTransfers, { isInCollection: true })
export const CreatorActivity = activityPages(pages.creatorNftTransfers)
export const AccountActivity = activityPages(pages.walletNftTransfers)
