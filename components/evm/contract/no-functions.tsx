import type { ComponentProps } from 'react'
import { FaultState } from '#components/chain/fault-state.tsx'
import { NoContract } from '#components/evm/frames/wallet/no-contract.tsx'
import { Panel } from '#components/ui/panel.tsx'

/** Shown in place of a contract's functions: why they could not be read, or that no node is asked. */
export const NoFunctions = ({ on, fault }: { on: string; fault: ComponentProps<typeof FaultState> | undefined }) =>
  fault ? (
    <Panel aria-label="Functions">
      <FaultState {...fault} />
    </Panel>
  ) : (
    <NoContract>This needs an RPC node for {on}, and none is configured.</NoContract>
  )
