import { aptosExplorerCall } from '#components/aptos/parts/aptos-calls.ts'
import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import type { AptosAccountOverview } from '#lib/aptos/account/contract.ts'

/** The open proposals of an account at the version of its overview; undefined unless it is a multisig account. */
export const proposalsQuestion = (
  { address, network }: { address: string; network: AptosNetwork },
  overview: Pick<AptosAccountOverview, 'multisig' | 'ledger_version'> | undefined,
) =>
  overview?.multisig
    ? {
        ...aptosExplorerCall('aptosAccountProposals', { address, network, ledger_version: overview.ledger_version }),
        isWhole: true,
        part: 'proposals',
      }
    : undefined
