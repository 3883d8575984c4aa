'use client'

import { type ReactNode, useCallback } from 'react'
import { type Absent, addPage } from '#components/chain/absent.ts'
import { InfiniteTable } from '#components/chain/infinite-table.tsx'
import { ListEnd } from '#components/chain/list-end.tsx'
import { useGrown } from '#components/chain/use-grown.ts'
import { usePageWindow } from '#components/chain/use-page-window.ts'
import { type PagesOptions, usePages } from '#components/chain/use-pages.ts'
import type { AptosNftTransfer } from '#lib/aptos/contract/records.ts'
import { type ActivityLine, activityLines, type EarlierActivities } from './activity-line.ts'
import { ActivityCells, ActivityHeader, activityRowHeights } from './activity-row.tsx'
import type { AptosNetwork } from './aptos-path.ts'
import { aptosQueries } from './aptos-queries.ts'

type ActivityPage = { result: readonly AptosNftTransfer[] }

type Lines = { lines: (ActivityLine | Absent)[]; earlier: EarlierActivities }
const copyLines = (before?: Lines): Lines => ({
  lines: before?.lines.slice() ?? [],
  earlier: before?.earlier ?? { times: new Map() },
})

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
    const options = optionsOf(input)
    const query = usePages(options, first)
    const withPage = useCallback(
      (grown: Lines, page: Page, index: number) => {
        addPage(grown.lines, page, index, ({ result }) => activityLines(result, wallet, grown.earlier))
        return grown
      },
      [wallet],
    )
    const { lines } = useGrown(query.data.pages, copyLines, withPage)
    const see = usePageWindow(options, query.data.pages.length)
    if (lines.length === 0 && !query.hasNextPage) return children
    return (
      <>
        <InfiniteTable
          label="NFT transfers"
          header={<ActivityHeader />}
          columns="transfer-grid group"
          rows={lines}
          rowKey={keyOf}
          onSee={see}
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
