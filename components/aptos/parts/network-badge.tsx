import { Badge } from '#components/ui/badge.tsx'
import type { AptosNetwork } from './aptos-path.ts'

/** Says that a page is not about mainnet; of mainnet nothing is said. */
export const NetworkBadge = ({ network }: { network: AptosNetwork }) =>
  network === 'testnet' ? <Badge tone="warn">Testnet</Badge> : null
