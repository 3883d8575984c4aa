import { FaultState } from '#components/chain/fault-state.tsx'
import type { SimulationInput } from '#components/evm/parts/calls/call-row.tsx'
import { CallTree } from '#components/evm/parts/calls/call-tree.tsx'
import { firstFrames } from '#components/evm/parts/calls/first-frames.ts'
import { BalanceChanges } from '#components/evm/parts/simulated/balance-changes.tsx'
import { SimulatedResult } from '#components/evm/parts/simulated/simulated-result.tsx'
import { AccountChanges } from '#components/evm/parts/state/account-changes.tsx'
import { RecordAside } from '#components/source/record-aside.tsx'
import { Panel } from '#components/ui/panel.tsx'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import type { EvmSimulation } from '#lib/evm/simulation/contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import type { Answer, Call } from '#lib/pages/question.ts'
import { SimulatedLogs } from './simulated-logs.tsx'

const accountsMax = 50

/** What a transaction would do. */
export const SimulationView = async ({
  state,
  chain,
  input,
  question,
  answer,
}: {
  state: EvmChainState
  chain: string
  input: SimulationInput
  question: Call
  answer: Promise<Answer<EvmSimulation>>
}) => {
  const { data, fault } = await answer
  if (fault)
    return (
      <Panel title="Result">
        <FaultState {...fault} />
      </Panel>
    )
  const { symbol, decimals } = state
  const { frames, frame_count, accounts, account_count, accounts_missing, gas_used, method, untraced } = data
  return (
    <>
      <Panel title="Result" aside={<RecordAside title="Result" call={question} />}>
        <SimulatedResult state={state} simulation={data} />
      </Panel>
      <Panel title="Balance changes">
        <BalanceChanges state={state} simulation={data} />
      </Panel>
      <Panel title="Calls">
        {frames === null ? (
          <p className="px-4 py-3 text-muted text-sm">
            {untraced ?? (
              <>
                The node of this chain ran it with <code className="font-mono text-xs">{method}</code>, which does not
                report calls; that requires debug_traceCall.
              </>
            )}
          </p>
        ) : (
          <>
            <p className="border-line border-b px-4 py-2.5 text-muted text-sm">
              {groupedNumber(frame_count ?? 0)} {frame_count === 1 ? 'call' : 'calls'} in execution order. The numbers
              are gas with that of inner calls.
            </p>
            <CallTree
              view={{ chain, of: { simulation: input }, symbol, decimals, gasUsed: gas_used ?? '0' }}
              {...firstFrames(frames)}
            />
          </>
        )}
      </Panel>
      <SimulatedLogs chain={chain} simulation={data} question={question} />
      <Panel title="State changes">
        {accounts === null ? (
          <p className="px-4 py-3 text-muted text-sm">{accounts_missing}</p>
        ) : accounts.length === 0 ? (
          <p className="px-4 py-3 text-muted text-sm">It would change nothing of the state.</p>
        ) : (
          <ul>
            {accounts.slice(0, accountsMax).map((account) => (
              <AccountChanges key={account.address} state={state} address={account.address} account={account} />
            ))}
          </ul>
        )}
        {account_count !== null && account_count > accountsMax && (
          <p className="border-line border-t px-4 py-2.5 text-muted text-sm">
            {groupedNumber(account_count - accountsMax)} more accounts are in the API.
          </p>
        )}
      </Panel>
    </>
  )
}
