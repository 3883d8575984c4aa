'use client'

import { type ReactNode, useCallback, useMemo } from 'react'
import { ListEnd } from '#components/chain/list-end.tsx'
import { useGrown } from '#components/chain/use-grown.ts'
import { usePageWindow } from '#components/chain/use-page-window.ts'
import { type PagesOptions, usePages } from '#components/chain/use-pages.ts'
import { copyLines, type Lines, type TransferLine, withLines } from './transfer-line.ts'
import type { TransferList } from './transfer-list.tsx'

/** Lists of many blocks can begin at any of them. */
export const boundOf = ({ to_block }: { to_block?: string | number }): string | undefined => to_block?.toString()
const blockOf = ({ blockNumber }: TransferLine): string => blockNumber

const refetchEveryMs = 4_000

/** Makes lists of token events, shown by `List`, each of which begins with the server's first page. */
export const transferPagesIn =
  (List: typeof TransferList) =>
  <Page extends object, Input, Key extends readonly unknown[]>(
    label: string,
    optionsOf: (input: Input) => PagesOptions<Page, Key>,
    linesOf: (page: Page) => readonly TransferLine[],
    boundOf?: (input: Input) => string | undefined,
  ) =>
  ({
    chain,
    input,
    first,
    wallet,
    token,
    isGrowing = false,
    children,
  }: {
    chain: string
    /** What is asked for, the page size included. */
    input: Input
    first: Page
    /** Whose page this is: rows are in or out. */
    wallet?: string
    /** What the token calls itself, where the rows do not say. */
    token?: Pick<TransferLine['token'], 'name' | 'symbol'>
    /** Older rows are still being indexed: the list is asked for again. */
    isGrowing?: boolean
    /** What stands there when nothing is to be listed. */
    children: ReactNode
  }) => {
    const options = optionsOf(input)
    const query = usePages(options, first, isGrowing ? refetchEveryMs : false)
    const withPage = useCallback(
      (grown: Lines, page: Page, index: number) => {
        const named = (line: TransferLine) => (token ? { ...line, token: { ...line.token, ...token } } : line)
        return withLines(grown, page, index, (held) => linesOf(held).map(named))
      },
      [token],
    )
    const { lines } = useGrown(query.data.pages, copyLines, withPage)
    const see = usePageWindow(options, query.data.pages.length)
    const bound = boundOf?.(input)
    const place = useMemo(() => boundOf && { blockOf, bound }, [bound])
    if (lines.length === 0 && !query.hasNextPage) return children
    return (
      <List lines={lines} chain={chain} wallet={wallet} label={label} place={place} onSee={see}>
        <ListEnd query={query} count={lines.length} noun={label.toLowerCase()} />
      </List>
    )
  }
