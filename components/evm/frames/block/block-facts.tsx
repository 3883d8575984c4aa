import type { ReactNode } from 'react'
import { Amount } from '#components/chain/amount.tsx'
import { Hash } from '#components/chain/hash.tsx'
import { Timestamp } from '#components/chain/timestamp.tsx'
import { AddressLink } from '#components/evm/parts/address-link.tsx'
import { Confirmations } from '#components/evm/parts/coverage/confirmations.tsx'
import { GasShare } from '#components/evm/parts/gas-share.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { Link } from '#components/ui/link.tsx'
import { evmPaths } from '#lib/evm/api/paths.ts'
import type { EvmBlockDetail } from '#lib/evm/block/contract.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import { groupedNumber, gweiDecimals } from '#lib/format/amount.ts'

export const BlockFacts = ({
  state,
  block,
  children,
}: {
  state: EvmChainState
  block: EvmBlockDetail
  /** Further facts, which may come later. */
  children?: ReactNode
}) => {
  return (
    <Facts>
      <Fact label="Time">
        <Timestamp isAlone iso={block.block_timestamp} />
      </Fact>
      {state.source !== 'hosted' && (
        <Fact label="Confirmations">
          <Confirmations state={state} block={block.block_number} />
        </Fact>
      )}
      <Fact label="Transactions">{groupedNumber(block.transaction_count)}</Fact>
      <Fact long label="Fee recipient">
        <span className="flex items-center gap-1">
          <AddressLink chain={state.chain} address={block.miner} label={block.miner_label} className="min-w-0" />
          <CopyButton value={block.miner} label="Copy address" />
        </span>
      </Fact>
      <Fact label="Gas used, limit">
        {groupedNumber(block.gas_used)}{' '}
        {block.gas_limit === null ? '(no limit)' : `of ${groupedNumber(block.gas_limit)}`}{' '}
        <span className="whitespace-nowrap">
          <GasShare used={block.gas_used} limit={block.gas_limit} className="mx-1" />
        </span>
      </Fact>
      <Fact label="Base fee">
        {block.base_fee_per_gas === null ? (
          <span className="text-muted">none before EIP-1559</span>
        ) : (
          <Amount exact value={block.base_fee_per_gas} decimals={gweiDecimals} symbol="Gwei" />
        )}
      </Fact>
      {children}
      <Fact label="Size">
        {block.size === null ? <span className="text-muted">not known</span> : `${groupedNumber(block.size)} bytes`}
      </Fact>
      <Fact long label="Parent">
        <Link
          href={evmPaths.block({ chain: state.chain, block: block.parent_hash })}
          className="inline-block max-w-full align-bottom text-accent hover:underline"
        >
          <Hash value={block.parent_hash} className="select-auto" />
        </Link>
      </Fact>
    </Facts>
  )
}
