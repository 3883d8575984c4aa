import type { ReactNode } from 'react'
import { aptosCall } from '#components/aptos/parts/aptos-calls.ts'
import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { Copied } from '#components/aptos/parts/values/copied.tsx'
import { MicroTimestamp } from '#components/aptos/parts/values/micro-timestamp.tsx'
import { VersionLink } from '#components/aptos/parts/version-link.tsx'
import { Hash } from '#components/chain/hash.tsx'
import { SourceFoot } from '#components/source/source-link.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { Panel } from '#components/ui/panel.tsx'
import type { AptosBlockSummary } from '#lib/aptos/api/records.ts'
import { groupedNumber } from '#lib/format/amount.ts'

type BlockFactsProps = {
  block: AptosBlockSummary
  network: AptosNetwork
  /** Facts that are known later: who proposed it, in which epoch and round. */
  children?: ReactNode
}

export const BlockFacts = ({ block, network, children }: BlockFactsProps) => {
  const count = BigInt(block.last_version) - BigInt(block.first_version) + 1n
  return (
    <Panel aria-label="Block">
      <Facts>
        <Fact label="Hash" wide>
          <Copied value={block.block_hash} label="Copy block hash">
            <Hash value={block.block_hash} />
          </Copied>
        </Fact>
        <Fact label="Time">
          <MicroTimestamp micros={block.block_timestamp} />
        </Fact>
        <Fact label="Transactions">{groupedNumber(count)}</Fact>
        <Fact label="Versions">
          <VersionLink version={block.first_version} network={network} />
          {' – '}
          <VersionLink version={block.last_version} network={network} />
        </Fact>
        {children}
      </Facts>
      <SourceFoot title="Block" call={aptosCall('blockByHeight', { block_height: block.block_height, network })} />
    </Panel>
  )
}
