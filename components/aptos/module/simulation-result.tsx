import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { ChangesByAccount } from '#components/aptos/parts/changes-by-account.tsx'
import { moveTree } from '#components/aptos/parts/move-tree.ts'
import { MoveTypeName, MoveValue } from '#components/aptos/parts/move-type-name.tsx'
import { Amount } from '#components/chain/amount.tsx'
import { SourceLink } from '#components/source/source-link.tsx'
import { Badge, type Tone } from '#components/ui/badge.tsx'
import type { AptosViewResult } from '#lib/aptos/account/contract.ts'
import type { AptosSimulation } from '#lib/aptos/transaction/contract.ts'
import { counted, groupedNumber } from '#lib/format/amount.ts'
import { cutText } from '#lib/format/cut-texts.ts'
import type { Answer, Call } from '#lib/pages/question.ts'
import { SignAptosTransaction } from './wallet/sign-transaction.tsx'

const errorMax = 600

/** What a view function returned, or why it did not. */
export const ViewResult = ({
  answer: { data, fault },
  call,
  network,
}: {
  answer: Answer<AptosViewResult>
  call: Call
  network: AptosNetwork
}) => (
  <div role="status" className="grid grid-cols-[minmax(0,1fr)] gap-2">
    <p className="flex items-center gap-2 text-muted text-xs">
      Result {data && `after version ${groupedNumber(data.ledger_version)}`} <SourceLink title="Result" call={call} />
    </p>
    {fault && <p className="wrap-anywhere text-bad text-sm">{fault.message}</p>}
    {data?.status === 'failed' && (
      <p className="wrap-anywhere text-sm">
        <Badge tone="bad">Failed</Badge> {cutText(data.error ?? '', errorMax)}
      </p>
    )}
    {data?.status === 'returned' && data.results.length === 0 && (
      <p className="text-muted text-sm">It returned nothing.</p>
    )}
    {data?.results.map(({ type, value }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: results are identified by their place
      <div key={index} className="grid min-w-0 gap-1">
        <MoveTypeName type={type} network={network} className="text-muted" />
        <MoveValue node={moveTree(value, type, data.structs)} network={network} />
      </div>
    ))}
  </div>
)

const textMax = 600
const eventsShown = 12
const aptDecimals = 8

const states: Record<AptosSimulation['status'], { title: string; tone: Tone }> = {
  succeeds: { title: 'Would succeed', tone: 'good' },
  fails: { title: 'Would fail', tone: 'bad' },
  refused: { title: 'Would be refused', tone: 'bad' },
}

/** What a transaction would do. */
export const SimulationResult = ({
  answer: { data, fault },
  call,
  network,
  publicKey,
}: {
  answer: Answer<AptosSimulation>
  call: Call
  network: AptosNetwork
  /** The key that the simulation was for, if it was. */
  publicKey: string | undefined
}) => (
  <div role="status" className="grid grid-cols-[minmax(0,1fr)] gap-2">
    <p className="flex items-center gap-2 text-muted text-xs">
      Simulation on the newest state; nothing was sent <SourceLink title="Simulation" call={call} />
    </p>
    {fault && <p className="wrap-anywhere text-bad text-sm">{fault.message}</p>}
    {data && <Outcome data={data} network={network} />}
    {data && data.status !== 'succeeds' && (
      <p className="text-muted text-sm">It cannot be signed here, because it would not succeed.</p>
    )}
    {data?.status === 'succeeds' && (
      <SignAptosTransaction
        key={JSON.stringify(call.input)}
        sender={data.sender}
        publicKey={publicKey}
        network={network}
        payload={{
          function: data.payload.function,
          typeArguments: data.payload.type_arguments,
          functionArguments: data.payload.arguments,
        }}
      />
    )}
  </div>
)

const Outcome = ({ data, network }: { data: AptosSimulation; network: AptosNetwork }) => (
  <>
    <p className="wrap-anywhere text-sm">
      <Badge tone={states[data.status].tone}>{states[data.status].title}</Badge> {cutText(data.vm_status, textMax)}
    </p>
    {data.gas_used !== null && data.gas_unit_price !== null && (
      <p className="text-sm">
        Gas:{' '}
        <Amount
          value={String(BigInt(data.gas_used) * BigInt(data.gas_unit_price))}
          decimals={aptDecimals}
          symbol="APT"
        />{' '}
        <span className="text-muted">
          ({groupedNumber(data.gas_used)} units at {groupedNumber(data.gas_unit_price)} octas)
        </span>
      </p>
    )}
    {data.changes.length > 0 && (
      <div className="rounded-lg border border-line">
        <ChangesByAccount changes={data.changes} network={network} />
      </div>
    )}
    {data.unattributed > 0 && (
      <p className="text-muted text-xs">
        {counted(data.unattributed, 'more movement')} of assets, whose account or asset is unknown.
      </p>
    )}
    {data.event_count > 0 && (
      <details>
        <summary className="min-h-6 text-accent text-sm underline underline-offset-2">
          {counted(data.event_count, 'event')}
        </summary>
        <ol className="mt-1 grid gap-2">
          {data.events.slice(0, eventsShown).map(({ type, data: value }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: events are identified by their place
            <li key={index} className="grid min-w-0 gap-1">
              <MoveTypeName type={type} network={network} />
              <MoveValue node={moveTree(value, type, [])} network={network} />
            </li>
          ))}
          {data.event_count > eventsShown && (
            <li className="text-muted text-xs">{groupedNumber(data.event_count - eventsShown)} more in the API</li>
          )}
        </ol>
      </details>
    )}
  </>
)
