import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { ArgumentList } from '#components/aptos/parts/call/argument-list.tsx'
import { FunctionLink } from '#components/aptos/parts/call/function-link.tsx'
import { TypeArgumentList } from '#components/aptos/parts/call/type-argument-list.tsx'
import { Copied } from '#components/aptos/parts/values/copied.tsx'
import { Fact } from '#components/ui/facts.tsx'
import type { AptosProposalPayload } from '#lib/aptos/account/proposals-contract.ts'
import { counted, groupedNumber } from '#lib/format/amount.ts'

/** What a proposal would run. */
export const PayloadFacts = ({ payload, network }: { payload: AptosProposalPayload; network: AptosNetwork }) => {
  const { kind, size, hash, note, type_arguments: types } = payload
  const args = payload.arguments.map(({ name, type, value }) => ({
    name: name ?? undefined,
    type: type ?? undefined,
    value,
  }))
  return (
    <>
      {payload.function !== null && (
        <Fact label="Function" wide long>
          <FunctionLink name={payload.function} network={network} />
        </Fact>
      )}
      {payload.bytecode !== null && (
        <Fact label="Script" wide>
          <Copied value={payload.bytecode} label="Copy bytecode">
            {groupedNumber(Math.max(0, payload.bytecode.length - 2) / 2)} bytes of bytecode
          </Copied>
        </Fact>
      )}
      {types.length > 0 && (
        <Fact label="Type arguments" wide long>
          <TypeArgumentList types={types} network={network} />
        </Fact>
      )}
      {(kind === 'entry_function' || kind === 'script') && (
        <Fact label="Arguments" wide long>
          {args.length === 0 ? (
            <span className="text-muted">none</span>
          ) : (
            <ArgumentList list={args} network={network} rest="in the API" />
          )}
          {note !== null && <p className="mt-1 text-warn text-xs">{note}</p>}
          {args.some(({ name }) => name !== undefined) && (
            <p className="mt-1 text-muted text-xs">Names are those of the source that the publisher stored.</p>
          )}
        </Fact>
      )}
      {hash !== null && (
        <Fact label="Payload hash" wide long>
          <Copied value={hash} label="Copy payload hash">
            <span className="font-mono">{hash}</span>
          </Copied>
          <p className="text-muted text-xs">
            Only this hash is stored on chain: the owner who executes the proposal sends the payload with it.
          </p>
        </Fact>
      )}
      {kind === 'unknown' && (
        <Fact label="Payload" wide>
          {size !== null && `${counted(size, 'byte')}. `}
          <span className="text-warn">{note}</span>
        </Fact>
      )}
    </>
  )
}
