import { FaultState } from '#components/chain/fault-state.tsx'
import { AccountChanges } from '#components/evm/parts/account-changes.tsx'
import { AddressLink } from '#components/evm/parts/address-link.tsx'
import { BalanceChanges } from '#components/evm/parts/balance-changes.tsx'
import type { SimulationInput } from '#components/evm/parts/calls/call-row.tsx'
import { CallTreeView } from '#components/evm/parts/calls/call-tree.tsx'
import { firstFrames } from '#components/evm/parts/calls/first-frames.ts'
import { SimulatedResult } from '#components/evm/parts/calls/simulated-result.tsx'
import { DecodedParameters } from '#components/evm/parts/values/decoded-parameters.tsx'
import { GuessNote } from '#components/evm/parts/values/guess-note.tsx'
import { RecordAside } from '#components/source/record-aside.tsx'
import { SourceLink } from '#components/source/source-link.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { RawText } from '#components/ui/raw-text.tsx'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import type { EvmSimulation } from '#lib/evm/simulation/contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { cutText } from '#lib/format/cut-texts.ts'
import type { Answer, Call } from '#lib/pages/question.ts'

const shownMax = 50
const dataMax = 1_300

/** The logs that a transaction would emit. */
const SimulatedLogs = ({
  chain,
  simulation: { logs, log_count, method },
  question,
}: {
  chain: string
  simulation: EvmSimulation
  question: Call
}) => (
  <Panel
    title="Logs"
    aside={
      <>
        {log_count !== null && groupedNumber(log_count)}
        <SourceLink title="Logs" call={question} />
      </>
    }
  >
    {log_count === 0 && <p className="px-4 py-3 text-muted text-sm">It would emit no logs.</p>}
    {log_count === null && (
      <p className="px-4 py-3 text-muted text-sm">
        The node of this chain ran it with <code className="font-mono text-xs">{method}</code>, which does not report
        logs.
      </p>
    )}
    <ul>
      {logs?.slice(0, shownMax).map(({ log_index, address, address_label, event, topics, data }) => (
        <li
          key={log_index}
          id={`log-${log_index}`}
          className="grid grid-cols-[minmax(0,1fr)] gap-2 border-line border-b p-4 last:border-b-0 target:bg-accent/5"
        >
          <div className="flex min-w-0 items-center gap-2 text-sm">
            <Badge>{log_index}</Badge>
            <AddressLink chain={chain} address={address} label={address_label} className="min-w-0" />
          </div>
          {event ? (
            <div>
              <p className="mb-1 flex flex-wrap items-baseline gap-x-3 text-sm">
                <span className="break-all font-mono">{cutText(event.signature)}</span>
                {event.source === 'signatures' && <GuessNote of="event" signature={event.signature} />}
              </p>
              <DecodedParameters chain={chain} signature={cutText(event.signature)} params={event.arguments} />
            </div>
          ) : (
            <RawText value={[...topics, cutText(data, dataMax)].join('\n')} label="Copy topics and data" wrap />
          )}
        </li>
      ))}
    </ul>
    {log_count !== null && log_count > shownMax && (
      <p className="border-line border-t px-4 py-2.5 text-muted text-sm">
        {groupedNumber(log_count - shownMax)} more logs are in the API.
      </p>
    )}
  </Panel>
)

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
            <CallTreeView
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
