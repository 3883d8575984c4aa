import type { ReactNode } from 'react'
import { Hash } from '#components/chain/hash.tsx'
import { IndexMark } from '#components/evm/parts/coverage/index-mark.tsx'
import { LabelButton } from '#components/labels/label-button.tsx'
import { PageToolsButton } from '#components/page-tools/page-tools-button.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { pathSegment } from '#lib/api/page-path.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'

/** A transaction's hash, with links to its neighbours in the block. */
export const TransactionTitle = ({
  state,
  hash,
  neighbours,
  simulate,
}: {
  state: EvmChainState
  hash: string
  neighbours?: ReactNode
  /** A link to the same transaction as a simulation. */
  simulate?: ReactNode
}) => (
  <PageTitle
    tools={<PageToolsButton />}
    kind="Transaction"
    aside={
      <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <IndexMark state={state} /> {simulate} {neighbours}
      </span>
    }
  >
    <span className="min-w-0 max-w-full">
      <Hash value={hash} />
    </span>
    <CopyButton value={hash} label="Copy transaction hash" />
    <LabelButton kind="transaction" chain={pathSegment(state.chain)} subject={hash} />
    <Badge>{state.title}</Badge>
  </PageTitle>
)
