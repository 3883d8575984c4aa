import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { LabelButton } from '#components/labels/label-button.tsx'
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
