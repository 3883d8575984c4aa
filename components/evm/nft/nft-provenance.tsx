'use client'

import { Flame, MoveRight, Sparkles } from 'lucide'
import { useMemo } from 'react'
import { Hash } from '#components/chain/hash.tsx'
import { Timestamp } from '#components/chain/timestamp.tsx'
import { AddressLink } from '#components/evm/parts/address-link.tsx'
import { fromEvmExplorer } from '#components/evm/parts/evm-queries.ts'
import { nftTransferList } from '#components/evm/parts/transfers/nft-transfer-list.ts'
import { keyedLines, type TransferLine } from '#components/evm/parts/transfers/transfer-line.ts'
import { ListEnd } from '#components/kit/list-end.tsx'
import type { ListViewProps } from '#components/kit/list-view.tsx'
import { useListPages } from '#components/kit/use-list.ts'
import { Icon } from '#components/ui/icon.tsx'
import { Link } from '#components/ui/link.tsx'
import { evmPaths } from '#lib/evm/api/paths.ts'

const { pages: transfersPages } = fromEvmExplorer('/evm/collections/:address/transfers')
type Input = Parameters<typeof transfersPages>[0]

const marks = {
  mint: { icon: Sparkles, title: 'Minted', tone: 'text-good' },
  burn: { icon: Flame, title: 'Burned', tone: 'text-bad' },
  transfer: { icon: MoveRight, title: 'Transferred', tone: 'text-muted' },
  approval: { icon: MoveRight, title: 'Approved', tone: 'text-muted' },
} as const

/** The owners of one token over time: newest at the top, its mint at the end. Prices are not part of transfer events. */
export const NftProvenance = ({
  input,
  first,
  view: { chain },
  children,
}: ListViewProps<TransferLine, { chain: string }, Input>) => {
  const { query, pages } = useListPages(nftTransferList, transfersPages(input), first)
  const lines = useMemo(() => keyedLines(pages.flatMap(({ result }) => result)), [pages])
  if (lines.length === 0 && !query.hasNextPage) return children
  return (
    <>
      <ol className="relative px-4 pt-4">
        {lines.map((line) => (
          <Step key={line.key} line={line} chain={chain} />
        ))}
      </ol>
      <ListEnd query={query} count={lines.length} noun="transfers" />
    </>
  )
}

const Step = ({ line, chain }: { line: TransferLine; chain: string }) => {
  const { icon, title, tone } = marks[line.kind]
  const isMint = line.kind === 'mint'
  return (
    <li className="group relative flex gap-3 pb-5 text-sm">
      <span aria-hidden className="absolute top-7 bottom-0 left-3.5 w-px bg-line group-last:hidden" />
      <span className={`z-1 flex size-7 shrink-0 items-center justify-center rounded-full bg-sunken ${tone}`}>
        <Icon of={icon} size={14} />
      </span>
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-medium">{title}</span>
          <span className="text-muted text-xs">
            <Timestamp iso={line.timestamp} />
          </span>
          <Link
            href={evmPaths.transaction({ chain, hash: line.transactionHash })}
            className="ml-auto w-32 py-1 text-right text-accent text-xs hover:underline"
          >
            <Hash value={line.transactionHash} className="select-auto" />
          </Link>
        </p>
        <p className="mt-0.5 flex min-w-0 items-center gap-2">
          {!isMint && <AddressLink chain={chain} {...line.from} className="min-w-0" />}
          {!isMint && line.kind !== 'burn' && (
            <Icon of={MoveRight} size={14} className="shrink-0 text-muted" role="img" aria-label="to" />
          )}
          {line.kind !== 'burn' && line.to && (
            <>
              {isMint && <span className="text-muted">to</span>}
              <AddressLink chain={chain} {...line.to} className="min-w-0" />
            </>
          )}
        </p>
      </div>
    </li>
  )
}
