import type { ReactNode } from 'react'
import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { AptosIndexMark } from '#components/aptos/parts/index-mark.tsx'
import { NetworkBadge } from '#components/aptos/parts/network-badge.tsx'
import { AddressMark } from '#components/chain/address-mark.tsx'
import { Hash } from '#components/chain/hash.tsx'
import { PageToolsButton } from '#components/page-tools/page-tools-button.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import type { AptosStatus } from '#lib/aptos/network/contract.ts'
import type { LabelKind } from '#lib/format/label-subject.ts'
import { AptosLabelButton } from './numbered-title.tsx'

/** An address, or the id of a collection or token; a coin has the name of its type. */
const isHexId = (subject: string): boolean => /^(0x)?[0-9a-f]{40,}$/.test(subject)

/** The title of a page about an account, a collection or a token, and how much of its network is indexed. */
export const AptosTitle = ({
  page: { network, status },
  title,
  kind,
  subject,
  copyLabel,
  facts,
  children,
}: {
  page: { network: AptosNetwork; status: AptosStatus | undefined }
  title: ReactNode
  kind: LabelKind
  subject: string
  copyLabel: string
  /** The most important figures. */
  facts?: ReactNode
  /** Shown after the network. */
  children?: ReactNode
}) => (
  <PageTitle
    picture={isHexId(subject) && <AddressMark address={subject} size={40} />}
    tools={<PageToolsButton />}
    kind={title}
    aside={facts}
  >
    <span className="flex min-w-0 max-w-full items-center font-mono">
      <Hash value={subject} className="min-w-0 select-all" />
      <CopyButton value={subject} label={copyLabel} className="ml-1" />
    </span>
    <AptosLabelButton network={network} kind={kind} subject={subject} />
    <NetworkBadge network={network} />
    {children}
    {status && <AptosIndexMark status={status} />}
  </PageTitle>
)
