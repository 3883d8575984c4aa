import { Badge } from '#components/ui/badge.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import type { EvmChainState } from '#lib/evm/contract/explorer.ts'
import { AddressMark } from './address-mark.tsx'
import { IndexMark } from './index-mark.tsx'

/** Who this page is about: the whole address, and what is known of the chain that it is on. */
export const WalletHeader = ({ state, address }: { state: EvmChainState; address: string }) => (
  <PageTitle kind="Wallet" aside={<IndexMark state={state} />}>
    <AddressMark address={address} />
    <span className="select-all break-all font-mono">{address}</span>
    <CopyButton value={address} label="Copy address" />
    <Badge>{state.title}</Badge>
  </PageTitle>
)
