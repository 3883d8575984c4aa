'use client'

import { type ReactNode, useMemo } from 'react'
import { ListEnd } from '#components/chain/list-end.tsx'
import { type PagesOptions, usePages } from '#components/chain/use-pages.ts'
import { evmQueries } from './evm-queries.ts'
import {
  distinctLines,
  erc20ApprovalLine,
  erc20BurnLine,
  erc20TransferLine,
  nftTransferLine,
  type TransferLine,
} from './transfer-line.ts'
import { TransferList } from './transfer-list.tsx'

/** A list of token events that begins with the server's first page. */
const transferPages =
  <Page, Input, Key extends readonly unknown[]>(
    label: string,
    optionsOf: (input: Input) => PagesOptions<Page, Key>,
    linesOf: (page: Page) => readonly TransferLine[],
  ) =>
  ({
    chain,
    input,
    first,
    wallet,
    children,
  }: {
    chain: string
    /** What is asked for, the page size included. */
    input: Input
    first: Page
    /** Whose page this is: rows are in or out. */
    wallet?: string
    /** What stands there when nothing is to be listed. */
    children: ReactNode
  }) => {
    const query = usePages(optionsOf(input), first)
    const lines = useMemo(() => distinctLines(query.data.pages.flatMap(linesOf)), [query.data])
    if (lines.length === 0 && !query.hasNextPage) return children
    return (
      <TransferList lines={lines} chain={chain} wallet={wallet} label={label}>
        <ListEnd query={query} count={lines.length} noun={label.toLowerCase()} />
      </TransferList>
    )
  }

const { pages } = evmQueries

export const Erc20Transfers = transferPages('Transfers', pages.erc20Transfers, ({ result }) =>
  result.map(erc20TransferLine),
)
export const Erc20Approvals = transferPages('Approvals', pages.erc20Approvals, ({ result }) =>
  result.map(erc20ApprovalLine),
)
export const Erc20Burns = transferPages('Burns', pages.erc20Burns, ({ result }) => result.map(erc20BurnLine))
export const WalletNftTransfers = transferPages('Transfers', pages.walletNftTransfers, ({ result }) =>
  result.map(nftTransferLine),
)
export const BlockNftTransfers = transferPages('Transfers', pages.blockNftTransfers, ({ result }) =>
  result.map(nftTransferLine),
)
