import { Suspense } from 'react'
import { AccountLink } from '#components/aptos/parts/account-link.tsx'
import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { ArgumentList } from '#components/aptos/parts/call/argument-list.tsx'
import { FunctionLink } from '#components/aptos/parts/call/function-link.tsx'
import { TypeArgumentList } from '#components/aptos/parts/call/type-argument-list.tsx'
import { Copied } from '#components/aptos/parts/values/copied.tsx'
import { fieldsOf, textOf } from '#components/aptos/parts/values/move-json.ts'
import { JsonBlock } from '#components/aptos/transaction/parts/json-block.tsx'
import { SourceLink } from '#components/source/source-link.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { groupedNumber } from '#lib/format/amount.ts'
import type { Ask, Call } from '#lib/pages/question.ts'
import { calledParameters } from './called-parameters.ts'
import { type SentCall, sentCall } from './sent-call.ts'
import { typedArguments } from './typed-arguments.ts'

type PayloadProps = {
  payload: unknown
  network: AptosNetwork
  ask: Ask
  /** Of the transaction; undefined while it is pending. */
  version?: string
}

/** The payload of a user transaction; unknown kinds are shown as they are. */
export const PayloadPanel = ({ call, ...props }: PayloadProps & { call: Call }) => {
  const fields = fieldsOf(props.payload)
  const sent = sentCall(props.payload)
  const multisig = textOf(fields.multisig_address)
  return (
    <Panel
      title="Payload"
      aside={
        <>
          {textOf(fields.type)?.replaceAll('_', ' ')}
          <SourceLink title="Payload" call={call} />
        </>
      }
    >
      {sent ? (
        <CallFacts {...props} sent={sent} />
      ) : (
        <>
          {multisig !== undefined && (
            <Facts>
              <Fact label="Multisig account" wide long>
                <AccountLink address={multisig} network={props.network} />
              </Fact>
              <Fact label="Call" wide>
                Its oldest open proposal, whose payload is stored on chain
              </Fact>
            </Facts>
          )}
          {multisig === undefined && <JsonBlock value={props.payload} className="m-4" />}
        </>
      )}
    </Panel>
  )
}

const CallFacts = ({ sent, network, ...props }: PayloadProps & { sent: SentCall }) => (
  <Facts>
    {sent.name !== undefined && (
      <Fact label="Function" wide long>
        <FunctionLink name={sent.name} network={network} />
      </Fact>
    )}
    {sent.bytecode !== undefined && (
      <Fact label="Script" wide>
        <Copied value={sent.bytecode} label="Copy bytecode">
          {groupedNumber(Math.max(0, sent.bytecode.length - 2) / 2)} bytes of bytecode, sent with the transaction
        </Copied>
      </Fact>
    )}
    {sent.multisig !== undefined && (
      <Fact label="Multisig account" wide long>
        <AccountLink address={sent.multisig} network={network} />
      </Fact>
    )}
    {sent.typeArguments.length > 0 && (
      <Fact label="Type arguments" wide long>
        <TypeArgumentList types={sent.typeArguments} network={network} />
      </Fact>
    )}
    <Fact label="Arguments" wide long>
      {sent.arguments.length === 0 ? (
        <span className="text-muted">none</span>
      ) : (
        <Suspense fallback={<ArgumentList list={typedArguments(sent.arguments, [], undefined)} network={network} />}>
          <Arguments {...props} sent={sent} network={network} />
        </Suspense>
      )}
    </Fact>
  </Facts>
)

/** Streams in after the node returned the module. */
const Arguments = async ({ sent, network, ask, version }: PayloadProps & { sent: SentCall }) => {
  const called = sent.name === undefined ? undefined : await calledParameters(ask, sent.name, network, version)
  const known = called ?? (sent.params && { params: sent.params, names: null, note: undefined })
  return (
    <>
      <ArgumentList list={typedArguments(sent.arguments, sent.typeArguments, known)} network={network} />
      {!known && <p className="mt-1 text-muted text-xs">Their types are unknown: the node did not return the ABI.</p>}
      {known?.note !== undefined && <p className="mt-1 text-muted text-xs">{known.note}</p>}
      {known?.names && (
        <p className="mt-1 text-muted text-xs">Names are those of the source that the publisher stored.</p>
      )}
    </>
  )
}
