import { useQuery } from '@tanstack/react-query'
import { Amount } from '#components/chain/amount.tsx'
import { AddressLink } from '#components/evm/parts/address-link.tsx'
import { DecodedParameters } from '#components/evm/parts/values/decoded-parameters.tsx'
import { GuessNote } from '#components/evm/parts/values/guess-note.tsx'
import { ErrorState } from '#components/ui/error-state.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { Modal } from '#components/ui/modal.tsx'
import { RawText } from '#components/ui/raw-text.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { isServiceError } from '#lib/base/errors.ts'
import { byteCount } from '#lib/base/hex.ts'
import type { EvmCallFrame } from '#lib/evm/trace/contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { cutText } from '#lib/format/cut-texts.ts'
import { type CallView, frameQuery } from './call-row.tsx'

type Props = { view: CallView; frame: string; onClose: () => void }

/** Everything of one call: its whole calldata, what it returned, and both decoded. */
export const FrameDialog = ({ view, frame, onClose }: Props) => {
  const { data, error } = useQuery({ ...frameQuery(view, frame), staleTime: Number.POSITIVE_INFINITY })
  return (
    <Modal title={`Call ${frame}`} onClose={onClose} className="w-[min(52rem,calc(100vw-1rem))] overflow-y-auto">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 p-4">
        {error && (
          <ErrorState title="The call could not be loaded">
            {isServiceError(error) ? error.message : 'The browser could not read it.'}
          </ErrorState>
        )}
        {!data && !error && <Skeleton className="h-40 w-full" />}
        {data && <FrameDetails view={view} frame={data} />}
      </div>
    </Modal>
  )
}

const FrameDetails = ({ view: { chain, symbol, decimals }, frame }: { view: CallView; frame: EvmCallFrame }) => {
  const { type, from, to, to_label, value, gas, gas_used, call, error, reason, returned, input, output } = frame
  return (
    <>
      <Facts>
        <Fact label="Type">{type}</Fact>
        <Fact label="Gas used, limit">
          {groupedNumber(gas_used)} of {groupedNumber(gas)}
        </Fact>
        <Fact label="From">
          <AddressLink chain={chain} address={from} />
        </Fact>
        <Fact label={type.startsWith('CREATE') ? 'Created' : 'To'}>
          {to ? <AddressLink chain={chain} address={to} label={to_label} /> : 'none'}
        </Fact>
        <Fact label="Value">
          <Amount exact value={value} decimals={decimals} symbol={symbol} />
        </Fact>
        {error !== null && <Fact label="Error">{cutText(error)}</Fact>}
      </Facts>
      {call && <Decoded chain={chain} title="Method" named={call} />}
      {reason && <Decoded chain={chain} title="Reason of the revert" named={reason} />}
      {returned && (
        <section>
          <h3 className="mb-1 font-semibold text-sm">Returned</h3>
          <DecodedParameters
            chain={chain}
            signature={`(${returned.map((one) => one.type).join()})`}
            params={returned}
          />
        </section>
      )}
      <Raw title={type.startsWith('CREATE') ? 'Creation code' : 'Calldata'} value={input} />
      <Raw title={type.startsWith('CREATE') ? 'Deployed code' : 'Returned data'} value={output} />
    </>
  )
}

const Decoded = ({
  chain,
  title,
  named: { signature, source, arguments: values },
}: {
  chain: string
  title: string
  named: NonNullable<EvmCallFrame['call']>
}) => (
  <section>
    <h3 className="mb-1 flex flex-wrap items-baseline gap-x-3 text-sm">
      <span className="font-semibold">{title}</span>
      <span className="break-all font-mono">{cutText(signature)}</span>
      {source === 'signatures' && <GuessNote of="call" signature={signature} />}
    </h3>
    <DecodedParameters chain={chain} signature={cutText(signature)} params={values} />
  </section>
)

const Raw = ({ title, value }: { title: string; value: string }) => (
  <section>
    <h3 className="mb-1 font-semibold text-sm">
      {title} <span className="font-normal text-muted">{groupedNumber(byteCount(value))} bytes</span>
    </h3>
    {value !== '0x' && <RawText value={value} label={`Copy ${title.toLowerCase()}`} wrap />}
  </section>
)
