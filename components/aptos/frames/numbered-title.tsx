import type { ReactNode } from 'react'
import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { Neighbours } from '#components/chain/neighbours.tsx'
import { LabelButton } from '#components/labels/label-button.tsx'
import { PageToolsButton } from '#components/page-tools/page-tools-button.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { groupedNumber } from '#lib/format/amount.ts'
import type { LabelKind } from '#lib/format/label-subject.ts'

/** Labels the subject of a page on this network, in this browser. */
export const AptosLabelButton = ({
  network,
  kind,
  subject,
}: {
  network: AptosNetwork
  kind: LabelKind
  subject: string
}) => <LabelButton kind={kind} chain={network === 'testnet' ? 'aptos-testnet' : 'aptos'} subject={subject} />

type NumberedTitleProps = {
  kind: string
  number: string
  network: AptosNetwork
  previous: string | undefined
  next: string | undefined
  /** Shown below it: its hash. */
  children?: ReactNode
}

/** The title of a block or transaction page, with links to the previous and next one. */
export const NumberedTitle = ({ kind, number, network, previous, next, children }: NumberedTitleProps) => (
  <PageTitle
    tools={
      <>
        {kind === 'transaction' && <AptosLabelButton network={network} kind="transaction" subject={number} />}
        <PageToolsButton />
      </>
    }
    kind={`Aptos ${kind} ${groupedNumber(number)}`}
    aside={
      <Neighbours
        previous={{ title: `Previous ${kind}`, href: previous }}
        next={{ title: `Next ${kind}`, href: next }}
      />
    }
  >
    {children}
    {network === 'testnet' && <Badge tone="warn">Testnet</Badge>}
  </PageTitle>
)
