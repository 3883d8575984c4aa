import { DecodedParameters } from '#components/evm/parts/values/decoded-parameters.tsx'
import { GuessNote } from '#components/evm/parts/values/guess-note.tsx'
import { looseText } from '#components/evm/parts/values/loose-text.ts'
import { type AddressBook, nobody } from '#components/evm/parts/values/nobody.ts'
import { LongText } from '#components/source/long-text.tsx'
import { SourceLink } from '#components/source/source-link.tsx'
import type { TextPath } from '#components/source/text-at.ts'
import { Panel } from '#components/ui/panel.tsx'
import { RawText } from '#components/ui/raw-text.tsx'
import { Views } from '#components/ui/views.tsx'
import { byteCount } from '#lib/base/hex.ts'
import type { DecodedTransaction } from '#lib/evm/api/records/transactions.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { cutText } from '#lib/format/cut-texts.ts'
import { isTextInput } from '#lib/format/text-input.ts'
import type { Call } from '#lib/pages/question.ts'
import { callsAt } from './nested-calls.tsx'

type Called = Pick<DecodedTransaction, 'input' | 'to_address'> &
  Partial<Pick<DecodedTransaction, 'decoded_call' | 'guessed_call' | 'call_declaration' | 'nested_calls'>>

/** Maximum length of input shown as hex. */
const asTextMax = 6_000

/** The call to the contract: raw, and decoded if its ABI is known. Text that was sent instead is shown as text first. */
export const CallPanel = ({
  state,
  transaction,
  known = nobody,
  call,
  path = ['input'],
}: {
  state: EvmChainState
  transaction: Called
  /** Names and units of the addresses in its arguments. */
  known?: AddressBook
  /** Where the transaction comes from, and the path of its input there. */
  call: Call
  path?: TextPath
}) => {
  const { input, decoded_call, guessed_call, to_address } = transaction
  const decoded = decoded_call ?? guessed_call
  const bytes = byteCount(input)
  if (bytes === 0) return null
  const isCode = to_address === null
  const isText = !isCode && !decoded && isTextInput(input)
  const title = isCode ? 'Contract code' : isText ? 'Text' : 'Call'
  const raw = { title: 'Raw', content: <LongText value={input} label="Copy input" wrap call={call} path={path} /> }
  const text = {
    title: 'UTF-8',
    content: <RawText value={cutText(looseText(input.slice(0, asTextMax)), asTextMax)} label="Copy as text" wrap />,
  }
  return (
    <Panel
      id="call"
      title={title}
      aside={
        <>
          {groupedNumber(bytes)} bytes
          <SourceLink title={title} call={call} />
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 p-4">
        {!decoded && !isCode && !isText && bytes >= 4 && (
          <p className="text-muted text-sm">
            Method{' '}
            <code data-mark={input.slice(0, 10)} className="font-mono text-ink">
              {input.slice(0, 10)}
            </code>
            . The ABI of this contract is unknown, so the raw calldata is shown.
          </p>
        )}
        <Views
          label="Call format"
          views={[
            ...(decoded
              ? [
                  {
                    title: 'Decoded',
                    content: <DecodedCall state={state} transaction={transaction} call={decoded} known={known} />,
                  },
                ]
              : []),
            ...(isText ? [text, raw] : [raw, text]),
          ]}
        />
      </div>
    </Panel>
  )
}

const DecodedCall = ({
  state,
  transaction: { input, to_address, decoded_call, call_declaration, nested_calls = [] },
  call,
  known,
}: {
  state: EvmChainState
  transaction: Called
  call: NonNullable<DecodedTransaction['decoded_call']>
  known: AddressBook
}) => (
  <>
    <div className="mb-2 flex flex-wrap items-baseline gap-x-3 font-mono text-sm">
      <span data-mark={call.label} className="break-all">
        {cutText(call.signature)}
      </span>
      <span data-mark={input.slice(0, 10)} className="text-muted text-xs">
        {input.slice(0, 10)}
      </span>
      {!decoded_call && <GuessNote of="call" signature={call.signature} />}
    </div>
    <DecodedParameters
      chain={state.chain}
      signature={cutText(call_declaration ?? call.signature)}
      params={call.params}
      contract={to_address}
      known={known}
      within={callsAt({ state, calls: nested_calls, known })}
    />
  </>
)
