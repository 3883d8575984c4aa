import { FaultState } from '#components/chain/fault-state.tsx'
import { Hash } from '#components/chain/hash.tsx'
import { AddressLink } from '#components/evm/parts/address-link.tsx'
import { DecodedParameters } from '#components/evm/parts/values/decoded-parameters.tsx'
import { calledUrl } from '#components/source/called-endpoint.ts'
import { LongText } from '#components/source/long-text.tsx'
import { SourceLink } from '#components/source/source-link.tsx'
import { TextTools } from '#components/source/text-tools.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { Link } from '#components/ui/link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { byteCount } from '#lib/base/hex.ts'
import { evmPaths } from '#lib/evm/api/paths.ts'
import type { EvmContractCreationCode } from '#lib/evm/contract/code-contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import type { Answer, Call } from '#lib/pages/question.ts'

/** The signature of a constructor, without the names of the fields of tuples. */
export const constructorSignature = (params: readonly { type: string }[]): string =>
  `constructor(${params.map(({ type }) => type.replace(/ [A-Za-z_$][\w$]{0,255}(?=[,)])/g, '')).join()})`

const shownMax = 2_000

/** The code that created a contract, with the arguments of its constructor. */
export const CreationPanel = ({
  chain,
  answer: { data, fault },
  call,
}: {
  chain: string
  answer: Answer<EvmContractCreationCode>
  call: Call
}) => (
  <Panel
    id="creation"
    title="Creation bytecode"
    aside={
      <>
        {data?.code != null && (
          <TextTools
            address={calledUrl(call) ?? ''}
            path={['code']}
            name={`${data.address}.creation.hex`}
            noun="creation bytecode"
          />
        )}
        <SourceLink title="Creation bytecode" call={call} />
      </>
    }
  >
    {data ? <Found chain={chain} creation={data} call={call} /> : <FaultState {...fault} />}
  </Panel>
)

const Found = ({ chain, creation, call }: { chain: string; creation: EvmContractCreationCode; call: Call }) => {
  const { code, code_bytes, transaction_hash, factory_address, constructor_arguments, constructor_params } = creation
  const argumentBytes = constructor_arguments === null ? 0 : byteCount(constructor_arguments)
  if (code === null) return <p className="px-4 py-3 text-muted text-sm">{creation.note}</p>
  return (
    <>
      <Facts>
        <Fact label="Size">
          {groupedNumber(code_bytes ?? 0)} bytes
          {argumentBytes > 0 && `, ${groupedNumber(argumentBytes)} of them arguments`}
        </Fact>
        <Fact label="Read from" long>
          {transaction_hash && (
            <span className="flex min-w-0 flex-wrap items-center gap-x-2">
              {creation.source === 'trace' ? 'The trace of' : 'The input of'}
              <Link href={evmPaths.transaction({ chain, hash: transaction_hash })} className="min-w-0 text-accent">
                <Hash value={transaction_hash} />
              </Link>
            </span>
          )}
        </Fact>
        {factory_address && (
          <Fact label="Created by" wide long>
            <AddressLink chain={chain} address={factory_address} className="min-w-0" />
          </Fact>
        )}
        <Fact label="Constructor" wide long>
          {constructor_arguments === null ? (
            <span className="text-muted">
              The arguments can only be separated from the code with verified sources that match it
            </span>
          ) : constructor_arguments === '0x' ? (
            'No arguments'
          ) : constructor_params ? (
            <DecodedParameters
              chain={chain}
              signature={constructorSignature(constructor_params)}
              params={constructor_params}
            />
          ) : (
            <span className="break-all font-mono text-xs">{constructor_arguments.slice(0, shownMax)}</span>
          )}
        </Fact>
      </Facts>
      <LongText
        value={code}
        label="Copy creation bytecode"
        wrap
        call={call}
        path={['code']}
        shown={shownMax}
        className="m-4"
      />
    </>
  )
}
