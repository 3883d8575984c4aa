import { CircleCheck, CircleX } from 'lucide'
import { Amount } from '#components/chain/amount.tsx'
import { AddressLink } from '#components/evm/parts/address-link.tsx'
import { DecodedParameters } from '#components/evm/parts/values/decoded-parameters.tsx'
import { GuessNote } from '#components/evm/parts/values/guess-note.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Link } from '#components/ui/link.tsx'
import { RawText } from '#components/ui/raw-text.tsx'
import { evmPaths } from '#lib/evm/api/paths.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import type { EvmSimulation } from '#lib/evm/simulation/contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { cutText } from '#lib/format/cut-texts.ts'
import { reasonText } from './named-text.ts'

const textMax = 600
const outputMax = 1_300

/** Whether a simulated transaction would succeed, what it would return, and its gas. */
export const SimulatedResult = ({
  state: { chain, symbol, decimals },
  simulation: { status, error, reason, returned, output, gas_used, gas, block_number, created_address, ...rest },
}: {
  state: EvmChainState
  simulation: EvmSimulation
}) => {
  const { from, to, value, call, method, before } = rest
  const hasSucceeded = status === 'succeeded'
  return (
    <>
      <Facts>
        <Fact label="Result" wide>
          <span className="flex flex-wrap items-center gap-2">
            <Badge tone={hasSucceeded ? 'good' : 'bad'}>
              <Icon of={hasSucceeded ? CircleCheck : CircleX} size={13} />{' '}
              {hasSucceeded ? 'Would succeed' : 'Would fail'}
            </Badge>
            {!hasSucceeded && (
              <span className="wrap-anywhere">
                {cutText(reason ? reasonText(reason) : (error ?? 'without a reason'), textMax)}
              </span>
            )}
          </span>
        </Fact>
        <Fact label="Method" wide>
          {call ? (
            <span className="flex flex-wrap items-baseline gap-x-3">
              <span className="break-all font-mono text-xs leading-6">{cutText(call.signature)}</span>
              {call.source === 'signatures' && <GuessNote of="call" signature={call.signature} />}
            </span>
          ) : (
            <span className="text-muted">not known</span>
          )}
        </Fact>
        <Fact label="From" long>
          <AddressLink chain={chain} address={from} />
        </Fact>
        <Fact label={to ? 'To' : 'Created contract'} long>
          {to ? (
            <AddressLink chain={chain} address={to} />
          ) : created_address ? (
            <AddressLink chain={chain} address={created_address} />
          ) : (
            'none'
          )}
        </Fact>
        <Fact label="Value">
          <Amount exact value={value} decimals={decimals} symbol={symbol} />
        </Fact>
        <Fact label="Gas used, limit">
          {gas_used === null ? <span className="text-muted">not reported</span> : groupedNumber(gas_used)} of{' '}
          {groupedNumber(gas)}
        </Fact>
        <Fact label={before?.is_in_block ? 'In block' : 'After block'}>
          <Link href={evmPaths.block({ chain, block: block_number })} className="text-accent hover:underline">
            {groupedNumber(block_number)}
          </Link>
          {before && <span className="text-muted"> {placeText(before)}</span>}
        </Fact>
        <Fact label="Run with">
          <code className="font-mono text-xs">{method}</code>
        </Fact>
      </Facts>
      <Values chain={chain} title="Arguments" values={call?.arguments} />
      <Values chain={chain} title="Returned" values={returned} />
      <Values chain={chain} title="Reason of the revert" values={reason?.arguments} />
      {to !== null && !returned && !reason && output !== '0x' && (
        <section className="border-line border-t px-4 py-3">
          <h3 className="mb-1 font-semibold text-sm">Returned data</h3>
          <RawText value={cutText(output, outputMax)} label="Copy returned data" wrap />
        </section>
      )}
    </>
  )
}

const placeText = ({ transaction_index, is_in_block }: NonNullable<EvmSimulation['before']>): string => {
  if (is_in_block) return `before transaction ${groupedNumber(transaction_index)} of the block`
  if (transaction_index === 0) return '(at the start of the next block, where the transaction was the first)'
  return `(at the start of the next block: this node cannot run after the ${groupedNumber(transaction_index)} transactions before it)`
}

const Values = ({
  chain,
  title,
  values,
}: {
  chain: string
  title: string
  values: EvmSimulation['returned'] | undefined
}) =>
  values && values.length > 0 ? (
    <section className="border-line border-t px-4 py-3">
      <h3 className="mb-1 font-semibold text-sm">{title}</h3>
      <DecodedParameters chain={chain} signature={`(${values.map(({ type }) => type).join()})`} params={values} />
    </section>
  ) : null
