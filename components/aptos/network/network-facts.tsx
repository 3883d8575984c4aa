'use client'

import { aptosPath } from '#components/aptos/parts/aptos-path.ts'
import { useAptosStatus } from '#components/aptos/parts/coverage/use-aptos-status.ts'
import { None } from '#components/aptos/parts/values/none.tsx'
import { VersionLink } from '#components/aptos/parts/version-link.tsx'
import { Timestamp } from '#components/chain/timestamp.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { Link } from '#components/ui/link.tsx'
import { aptosPaths } from '#lib/aptos/api/paths.ts'
import type { AptosStatus } from '#lib/aptos/network/contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'

/** The head of a network's ledger, and the part that the full node keeps; updated live. */
export const NetworkFacts = ({ status: initial }: { status: AptosStatus }) => {
  const { network, chain_id, ledger_version, oldest_ledger_version, block_height, oldest_block_height, ...times } =
    useAptosStatus(initial)
  return (
    <Facts>
      <Fact label="Newest block" wide>
        {block_height === null ? (
          <None />
        ) : (
          <Link
            href={aptosPath(aptosPaths.block({ height: block_height }), network)}
            className="font-mono text-accent hover:underline"
          >
            {groupedNumber(block_height)}
          </Link>
        )}
      </Fact>
      <Fact label="Newest version" wide>
        {ledger_version === null ? <None /> : <VersionLink version={ledger_version} network={network} />}
      </Fact>
      <Fact label="Time" wide>
        {times.ledger_timestamp === null ? <None /> : <Timestamp isAlone iso={times.ledger_timestamp} />}
      </Fact>
      <Fact label="Node history" wide>
        {oldest_ledger_version === null || oldest_block_height === null ? (
          <None />
        ) : (
          `version ${groupedNumber(oldest_ledger_version)} and later, block ${groupedNumber(oldest_block_height)} and later`
        )}
      </Fact>
      <Fact label="Chain id" wide>
        {chain_id ?? <None />}
      </Fact>
    </Facts>
  )
}
