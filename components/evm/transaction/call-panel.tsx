import { Amount } from '#components/chain/amount.tsx'
import { AddressLink } from '#components/evm/parts/address-link.tsx'
import { DecodedParameters } from '#components/evm/parts/values/decoded-parameters.tsx'
import { GuessNote } from '#components/evm/parts/values/guess-note.tsx'
import { addressesIn } from '#components/evm/parts/values/known-addresses.ts'
import { looseText } from '#components/evm/parts/values/loose-text.ts'
import { type AddressBook, nobody } from '#components/evm/parts/values/nobody.ts'
import type { Within } from '#components/evm/parts/values/within.ts'
import { LongText } from '#components/source/long-text.tsx'
import { SourceLink } from '#components/source/source-link.tsx'
import type { TextPath } from '#components/source/text-at.ts'
import { Panel } from '#components/ui/panel.tsx'
import { RawText } from '#components/ui/raw-text.tsx'
import { Views } from '#components/ui/views.tsx'
import { byteCount } from '#lib/base/hex.ts'
import type { DecodedTransaction, NestedCall } from '#lib/evm/api/records/transactions.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { cutText } from '#lib/format/cut-texts.ts'
import { isTextInput } from '#lib/format/text-input.ts'
import type { Call } from '#lib/pages/question.ts'

/** Calls that a page shows; the others are in the page as data. */
const shownMax = 60

/** The addresses in the arguments of a transaction's call and of those in it, and what they are for. */
export const addressesInCall = ({
  to_address,
  decoded_call,
  guessed_call,
  nested_calls = [],
}: Pick<DecodedTransaction, 'to_address' | 'decoded_call' | 'guessed_call' | 'nested_calls'>): string[] => [
  ...(to_address === null ? [] : [to_address]),
  ...nested_calls.flatMap(({ to }) => to ?? []),
  ...addressesIn([
    decoded_call?.params ?? guessed_call?.params,
    ...nested_calls.slice(0, shownMax).map(({ call }) => call?.params),
  ]),
]

type Props = { state: EvmChainState; calls: readonly NestedCall[]; known: AddressBook }

/** The calls in the arguments of a call, each at the place of its bytes. */
const callsAt = (props: Props, parent: number | null = null): Within => {
  const own = props.calls.flatMap((call, index) =>
    call.parent === parent && index < shownMax ? [{ call, index }] : [],
  )
  const byPath = Map.groupBy(own, ({ call }) => call.path.join('.'))
  return (path) => {
    const here = byPath.get(path.join('.'))
    return here?.map(({ call, index }) => <Nested key={index} {...props} call={call} index={index} />)
  }
}

/** What the Universal Router means by these recipients (`Constants.sol`, `ActionConstants.sol`). */
const withRouterWords = (known: AddressBook): AddressBook => ({
  ...known,
  names: new Map([
    ...known.names,
    [`0x${'1'.padStart(40, '0')}`, 'the sender'],
    [`0x${'2'.padStart(40, '0')}`, 'the router'],
  ]),
})

const Nested = ({
  call: { to, value, selector, call, declaration, source },
  index,
  ...props
}: Props & { call: NestedCall; index: number }) => {
  const { state } = props
  const { chain, symbol, decimals } = state
  const known = selector === null ? withRouterWords(props.known) : props.known
  return (
    <section
      aria-label={call?.label ?? selector ?? 'Call'}
      className="grid grid-cols-[minmax(0,1fr)] gap-1.5 rounded-md border border-line bg-sunken/50 p-2.5"
    >
      <div className="flex flex-wrap items-baseline gap-x-2 gap-y-1 text-sm">
        <span data-mark={call?.label} className="break-all font-medium font-mono">
          {call?.label ?? selector ?? 'Unknown operation'}
        </span>
        {to !== null && (
          <span className="flex min-w-0 items-baseline gap-1.5">
            <span className="text-muted">on</span>
            <AddressLink chain={chain} address={to} label={known.names.get(to)} className="min-w-0" />
          </span>
        )}
        {value !== null && value !== '0' && (
          <span>
            <span className="text-muted">with</span> <Amount value={value} decimals={decimals} symbol={symbol} />
          </span>
        )}
        {call && source === 'signatures' && selector !== null && <GuessNote of="call" signature={call.signature} />}
        {!call && <span className="text-muted text-xs">The function is not known</span>}
      </div>
      {call && call.params.length > 0 && (
        <DecodedParameters
          chain={chain}
          signature={cutText(declaration ?? call.signature)}
          params={call.params}
          contract={to}
          known={known}
          within={callsAt(props, index)}
        />
      )}
    </section>
  )
}

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
