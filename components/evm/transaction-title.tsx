import { Hash } from '#components/chain/hash.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import type { EvmChainState } from '#lib/evm/contract/explorer.ts'
import { IndexMark } from './index-mark.tsx'

export const TransactionTitle = ({ state, hash }: { state: EvmChainState; hash: string }) => (
  <PageTitle kind="Transaction" aside={<IndexMark state={state} />}>
    <span className="min-w-0 max-w-full">
      <Hash value={hash} />
    </span>
    <CopyButton value={hash} label="Copy transaction hash" />
    <Badge>{state.title}</Badge>
  </PageTitle>
)
