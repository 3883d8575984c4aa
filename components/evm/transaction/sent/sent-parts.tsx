import { Amount } from '#components/chain/amount.tsx'
import { AddressLink } from '#components/evm/parts/address-link.tsx'
import { RecordAside } from '#components/source/record-aside.tsx'
import { SourceLink } from '#components/source/source-link.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { RawText } from '#components/ui/raw-text.tsx'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import type { EvmSentTransaction } from '#lib/evm/origin/contract.ts'
import { counted, groupedNumber, gweiDecimals } from '#lib/format/amount.ts'
import type { Answer, Ask, Call } from '#lib/pages/question.ts'
import { Authorizations } from './authorizations.tsx'
import { L1Deposit, RollupDeposits } from './deposits.tsx'

const listedMax = 100

type Sent = { state: EvmChainState; sent: EvmSentTransaction; call: Call }

/** What a transaction was sent with besides its call: nothing for most. Without a node that knows, nothing is shown. */
export const SentParts = async ({
  ask,
  state,
  call,
  answer,
}: {
  ask: Ask
  state: EvmChainState
  call: Call
  answer: Promise<Answer<EvmSentTransaction>>
}) => {
  const { data: sent } = await answer
  if (!sent) return null
  const part = { state, sent, call }
  return (
    <>
      {sent.authorizations.length > 0 && <Authorizations {...part} ask={ask} />}
      {sent.blobs && <Blobs {...part} blobs={sent.blobs} />}
      {sent.l1_deposit && <L1Deposit state={state} deposit={sent.l1_deposit} call={call} />}
      {sent.rollup_deposits.length > 0 && <RollupDeposits {...part} />}
      {sent.l1_fee && <L1Fee {...part} fee={sent.l1_fee} />}
      {sent.access_list.length > 0 && <AccessList {...part} />}
    </>
  )
}

const Blobs = ({
  state: { symbol, decimals },
  blobs: { versioned_hashes, max_fee_per_gas, gas_used, gas_price, fee },
  call,
}: Sent & { blobs: NonNullable<EvmSentTransaction['blobs']> }) => (
  <Panel
    title={`${groupedNumber(versioned_hashes.length)} ${versioned_hashes.length === 1 ? 'blob' : 'blobs'}`}
    aside={<RecordAside title="Blobs" call={call} />}
  >
    <Facts>
      {gas_used && (
        <Fact label="Blob gas used">
          {groupedNumber(gas_used)}
          {fee && (
            <span className="text-muted">
              {' '}
              fee <Amount exact value={fee} decimals={decimals} symbol={symbol} />
            </span>
          )}
        </Fact>
      )}
      {gas_price && (
        <Fact label="Blob gas price">
          <Amount exact value={gas_price} decimals={gweiDecimals} symbol="Gwei" />
          {max_fee_per_gas && (
            <span className="text-muted">
              {' '}
              of at most <Amount value={max_fee_per_gas} decimals={gweiDecimals} symbol="Gwei" />
            </span>
          )}
        </Fact>
      )}
      <Fact label="Versioned hashes" wide long>
        <RawText value={versioned_hashes.slice(0, listedMax).join('\n')} label="Copy versioned hashes" />
      </Fact>
    </Facts>
    <p className="border-line border-t px-4 py-2.5 text-muted text-sm">
      The execution layer has only the hashes of blobs. Consensus nodes drop their content after about 18 days.
    </p>
  </Panel>
)

const L1Fee = ({
  state: { symbol, decimals },
  fee: { fee, is_in_gas, gas_used, gas_price, blob_gas_price },
  call,
}: Sent & { fee: NonNullable<EvmSentTransaction['l1_fee']> }) => (
  <Panel title="L1 fee" aside={<SourceLink title="L1 fee" call={call} />}>
    <Facts>
      <Fact label="L1 fee">
        <Amount exact value={fee} decimals={decimals} symbol={symbol} />{' '}
        <span className="text-muted">{is_in_gas ? 'part of the fee above' : 'in addition to the fee above'}</span>
      </Fact>
      {gas_used && <Fact label="L1 gas used">{groupedNumber(gas_used)}</Fact>}
      {gas_price && (
        <Fact label="L1 base fee">
          <Amount exact value={gas_price} decimals={gweiDecimals} symbol="Gwei" />
        </Fact>
      )}
      {blob_gas_price && (
        <Fact label="L1 blob base fee">
          <Amount exact value={blob_gas_price} decimals={gweiDecimals} symbol="Gwei" />
        </Fact>
      )}
    </Facts>
  </Panel>
)

const AccessList = ({ state: { chain }, sent: { access_list }, call }: Sent) => (
  <Panel title="Access list" aside={<RecordAside title="Access list" call={call} />}>
    <ul className="divide-y divide-line">
      {access_list.slice(0, listedMax).map(({ address, storage_keys }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an address may be listed twice
        <li key={index} className="flex flex-wrap items-center justify-between gap-x-4 px-4 py-2 text-sm">
          <AddressLink chain={chain} address={address} className="min-w-0" />
          <span className="text-muted">{counted(storage_keys.length, 'storage key')}</span>
        </li>
      ))}
    </ul>
    {access_list.length > listedMax && (
      <p className="border-line border-t px-4 py-2.5 text-muted text-sm">
        All {groupedNumber(access_list.length)} entries are in the API.
      </p>
    )}
  </Panel>
)
