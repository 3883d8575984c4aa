import { AccountLink } from '#components/aptos/parts/account-link.tsx'
import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { Fact } from '#components/ui/facts.tsx'

/** A fact whose value is an account, on the network of the page. */
export const AccountFact = ({ label, ...account }: { label: string; address: string; network: AptosNetwork }) => (
  <Fact label={label} wide long>
    <AccountLink {...account} />
  </Fact>
)
