import { Badge } from '#components/ui/badge.tsx'
import type { AptosNetwork } from './aptos-path.ts'

/** Marks pages of other networks than mainnet. */
export const NetworkBadge = ({ network }: { network: AptosNetwork }) =>
  network === 'testnet' ? <Badge tone="warn">Testnet</Badge> : null
