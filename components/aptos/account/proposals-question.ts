import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import type { AptosAccountOverview } from '#lib/aptos/account/contract.ts'
import { aptosProposalApi } from '#lib/aptos/account/proposals-contract.ts'
import { callTo } from '#lib/pages/question.ts'

/** The open proposals of an account at the version of its overview; undefined unless it is a multisig account. */
export const proposalsQuestion = (
  { address, network }: { address: string; network: AptosNetwork },
  overview: Pick<AptosAccountOverview, 'multisig' | 'ledger_version'> | undefined,
) =>
  overview?.multisig
    ? {
        ...callTo(aptosProposalApi.aptosAccountProposals, {
          address,
          network,
          ledger_version: overview.ledger_version,
        }),
        isWhole: true,
        part: 'proposals',
      }
    : undefined
