import { Amount } from '#components/chain/amount.tsx'
import { AddressLink } from '#components/evm/parts/address-link.tsx'
import { DecodedParameters } from '#components/evm/parts/values/decoded-parameters.tsx'
import { GuessNote } from '#components/evm/parts/values/guess-note.tsx'
import { addressesIn } from '#components/evm/parts/values/known-addresses.ts'
import type { AddressBook } from '#components/evm/parts/values/nobody.ts'
import type { Within } from '#components/evm/parts/values/within.ts'
import type { DecodedTransaction, NestedCall } from '#lib/evm/api/records/transactions.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import { cutText } from '#lib/format/cut-texts.ts'

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
export const callsAt = (props: Props, parent: number | null = null): Within => {
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
