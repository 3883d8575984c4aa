import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import type { LabelKind } from '#components/labels/label.ts'
import { LabelButton } from '#components/labels/label-button.tsx'

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
