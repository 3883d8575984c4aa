import { Suspense } from 'react'
import { AccountLink } from '#components/aptos/parts/account-link.tsx'
import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { ArgumentList, TypeArgumentList, type TypedArgument } from '#components/aptos/parts/argument-list.tsx'
import { FunctionLink } from '#components/aptos/parts/function-link.tsx'
import { Copied } from '#components/aptos/parts/values/copied.tsx'
import { fieldsOf, jsonListOf, jsonTextOf } from '#components/aptos/parts/values/move-json.ts'
import { inTime } from '#components/kit/in-time.ts'
import { SourceLink } from '#components/source/source-link.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { Panel } from '#components/ui/panel.tsx'
import type { AptosModule } from '#lib/aptos/account/contract.ts'
import { aptosStateApi } from '#lib/aptos/account/contract.ts'
import { aptosAddress } from '#lib/aptos/api/format/aptos-address.ts'
import { instantiate, moveTypeText, parseMoveType, structName } from '#lib/aptos/api/format/move-type.ts'
import { byteCount } from '#lib/base/hex.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { type Ask, type Call, callTo } from '#lib/pages/question.ts'
import { JsonBlock } from './json-block.tsx'

/** The parameters of a called function, and what the page says of them. */
type CalledParameters = {
  params: readonly string[]
  names: readonly string[] | null
  /** Set if the types are not those of the module that was called. */
  note: string | undefined
}

const withinMs = 4_000

/**
 * The parameters of a function by the ABI on chain, as it was when the transaction was executed, or is now if the node has
 * pruned that state. Undefined if neither is known. Slow nodes are not waited for.
 */
export const calledParameters = async (
  ask: Ask,
  name: string,
  network: AptosNetwork,
  version: string | undefined,
): Promise<CalledParameters | undefined> => {
  const place = structName(name)
  const address = aptosAddress(place?.address ?? '')
  if (!place || address === undefined || !/^\w{1,128}$/.test(place.module)) return undefined
  const moduleAt = async (at: Record<string, string>): Promise<AptosModule | undefined> => {
    const question = callTo(aptosStateApi.aptosModule, { address, module: place.module, network, ...at })
    return (await inTime(ask({ ...question, isWhole: true }), withinMs))?.data
  }
  // A transaction runs on the state that the one before it left.
  const before = version === undefined || version === '0' ? undefined : String(BigInt(version) - 1n)
  const then = before === undefined ? undefined : await moduleAt({ ledger_version: before })
  const found = (then ?? (await moduleAt({})))?.functions.find((one) => one.name === place.struct)
  if (!found) return undefined
  const isOlder = version !== undefined && then === undefined
  return {
    params: found.params,
    names: found.param_names,
    note: isOlder ? 'By the module of the newest version: the node no longer has that of this transaction.' : undefined,
  }
}

/** What a payload calls: an entry function, directly or for a multisig account, or a script. */
type SentCall = {
  kind: 'function' | 'script'
  /** The function; undefined for a script. */
  name: string | undefined
  typeArguments: string[]
  arguments: unknown[]
  /** The account for which the call is made. */
  multisig: string | undefined
  /** Of a script, whose ABI the node reads from its bytecode: the types of its parameters. */
  params: string[] | undefined
  bytecode: string | undefined
}

/** Undefined for another payload, and for one that executes what was proposed on chain. */
export const sentCall = (payload: unknown): SentCall | undefined => {
  const outer = fieldsOf(payload)
  const isMultisig = outer.type === 'multisig_payload'
  const fields = isMultisig ? fieldsOf(outer.transaction_payload) : outer
  const name = jsonTextOf(fields.function)
  const code = fieldsOf(fields.code)
  const bytecode = jsonTextOf(code.bytecode)
  if (name === undefined && bytecode === undefined) return undefined
  const params = fieldsOf(code.abi).params
  return {
    kind: name === undefined ? 'script' : 'function',
    name,
    typeArguments: jsonListOf(fields.type_arguments).flatMap((type) => jsonTextOf(type) ?? []),
    arguments: jsonListOf(fields.arguments),
    multisig: isMultisig ? jsonTextOf(outer.multisig_address) : undefined,
    params: Array.isArray(params) ? params.flatMap((type) => jsonTextOf(type) ?? []) : undefined,
    bytecode,
  }
}

type Parameters = { params: readonly string[]; names: readonly string[] | null }

/**
 * Arguments with the types and names of their parameters. Signers are parameters that no argument is sent for. Without
 * parameters, or with another number of them, nothing is known of an argument but its value.
 */
export const typedArguments = (
  values: readonly unknown[],
  typeArguments: readonly string[],
  known: Parameters | undefined,
): TypedArgument[] => {
  const types = typeArguments.map((text) => parseMoveType(text) ?? { name: text, args: [] })
  const sent = (known?.params ?? []).flatMap((type, index) =>
    isSigner(type) ? [] : [{ type, name: known?.names?.[index] }],
  )
  const fits = sent.length === values.length
  return values.map((value, index) => {
    const parameter = fits ? sent[index] : undefined
    const parsed = parameter && parseMoveType(parameter.type)
    return {
      name: parameter?.name,
      type: parsed ? moveTypeText(instantiate(parsed, types)) : parameter?.type,
      value,
    }
  })
}

const isSigner = (type: string): boolean => type === 'signer' || type === '&signer'

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
  const multisig = jsonTextOf(fields.multisig_address)
  return (
    <Panel
      title="Payload"
      aside={
        <>
          {jsonTextOf(fields.type)?.replaceAll('_', ' ')}
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
          {groupedNumber(byteCount(sent.bytecode))} bytes of bytecode, sent with the transaction
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
