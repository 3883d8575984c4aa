import type { ReactNode } from 'react'
import { Hash } from '#components/chain/hash.tsx'
import { IndexMark } from '#components/evm/parts/coverage/index-mark.tsx'
import { TokenMark } from '#components/evm/parts/token-mark.tsx'
import { LabelButton } from '#components/labels/label-button.tsx'
import { PageToolsButton } from '#components/page-tools/page-tools-button.tsx'
import { QrButton } from '#components/page-tools/qr-button.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { pathSegment } from '#lib/api/page-path.ts'
import { evmPaths } from '#lib/evm/api/paths.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import { tokenLogo } from '#lib/logos/logos.ts'

/** The name of an address, the full address, and the state of its chain. */
export const WalletHeader = ({
  state,
  address,
  title,
  facts,
  children,
}: {
  state: EvmChainState
  address: string
  /** Its name, or what it is. May come later. */
  title: ReactNode
  /** The most important figures. May come later. */
  facts?: ReactNode
  /** Badges, which may come later. */
  children?: ReactNode
}) => (
  <PageTitle
    tools={<PageToolsButton />}
    picture={<TokenMark address={address} logo={tokenLogo(Number(state.chain_id), address)} size={40} />}
    kind={<span className="wrap-anywhere min-w-0">{title}</span>}
    aside={facts}
  >
    <span className="flex min-w-0 max-w-full items-center font-mono">
      <Hash value={address} className="min-w-0 select-all" />
      <CopyButton value={address} label="Copy address" className="ml-1" />
      <QrButton value={address} />
    </span>
    <LabelButton kind="wallet" chain={pathSegment(state.chain)} subject={address} />
    <Badge>{state.title}</Badge>
    {children}
    <Link href={evmPaths.timeline({ address })} className="text-accent hover:underline">
      All chains
    </Link>
    <IndexMark state={state} />
  </PageTitle>
)
