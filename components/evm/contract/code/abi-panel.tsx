import { Timestamp } from '#components/chain/timestamp.tsx'
import { calledUrl } from '#components/source/called-endpoint.ts'
import { LongText } from '#components/source/long-text.tsx'
import { TextTools } from '#components/source/text-tools.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Panel } from '#components/ui/panel.tsx'
import type { EvmContractCode } from '#lib/evm/contract/code-contract.ts'
import type { Call } from '#lib/pages/question.ts'

const shownMax = 2_000

/** Says where an ABI is from that was not compared with the code. */
const unchecked: Partial<Record<NonNullable<EvmContractCode['abi_source']>, string>> = {
  operator: 'The operator of this site gives this ABI. It was not compared with the code.',
  bundled: 'This ABI is part of the demo ledger. It was not compared with the code.',
}

const givers: Record<NonNullable<EvmContractCode['abi_given_by']>, string> = {
  visitor: 'A visitor of this site',
  key: 'The holder of an API key',
  operator: 'The operator of this site',
}

/** The ABI of a contract. */
export const AbiPanel = ({ code, call }: { code: EvmContractCode; call: Call }) => {
  const { abi, abi_source, address } = code
  if (abi === null) return null
  const note = abi_source === null ? undefined : unchecked[abi_source]
  return (
    <Panel
      title="ABI"
      aside={<TextTools address={calledUrl(call) ?? ''} path={['abi']} name={`${address}.abi.json`} noun="ABI" />}
    >
      {note && <p className="px-4 pt-3 text-muted text-sm">{note}</p>}
      {code.abi_given_by && (
        <p className="px-4 pt-3 text-sm">
          <Badge tone="warn">Not proven</Badge> {givers[code.abi_given_by]} gave this ABI
          {code.abi_given_at && (
            <>
              {' '}
              <Timestamp iso={code.abi_given_at} />
            </>
          )}
          . It was not compared with the contract’s source code: names and types may be wrong.
        </p>
      )}
      <LongText value={abi} label="Copy ABI" call={call} path={['abi']} shown={shownMax} className="m-4" />
    </Panel>
  )
}
