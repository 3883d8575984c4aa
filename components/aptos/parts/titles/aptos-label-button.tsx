import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import type { LabelKind } from '#components/labels/label.ts'
import { LabelButton } from '#components/labels/label-button.tsx'

/** Names what a page of this network is about, in this browser. */
export const AptosLabelButton = ({
  network,
  kind,
  subject,
}: {
  network: AptosNetwork
  kind: LabelKind
  subject: string
}) => <LabelButton kind={kind} chain={network === 'testnet' ? 'aptos-testnet' : 'aptos'} subject={subject} />
