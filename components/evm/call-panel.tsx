import { Panel } from '#components/ui/panel.tsx'
import { RawText } from '#components/ui/raw-text.tsx'
import type { DecodedTransaction } from '#lib/evm/contract/transactions.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { DecodedParameters } from './decoded-parameters.tsx'

/** What was asked of the contract: in words where its interface is known, and always as it was sent. */
export const CallPanel = ({ chain, transaction }: { chain: string; transaction: DecodedTransaction }) => {
  const { input, decoded_call, to_address } = transaction
  const bytes = (input.length - 2) / 2
  if (bytes === 0) return null
  return (
    <Panel title={to_address === null ? 'Contract code' : 'Call'} aside={`${groupedNumber(bytes)} bytes`}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 p-4">
        {decoded_call && (
          <div>
            <p className="mb-2 break-all font-mono text-sm">{decoded_call.signature}</p>
            <DecodedParameters chain={chain} params={decoded_call.params} />
          </div>
        )}
        {!decoded_call && to_address !== null && (
          <p className="text-muted text-sm">
            Method <code className="font-mono text-ink">{input.slice(0, 10)}</code>. The interface of this contract is
            not known here, so the call is shown as it was sent.
          </p>
        )}
        <RawText value={input} label="Copy input" wrap />
      </div>
    </Panel>
  )
}
