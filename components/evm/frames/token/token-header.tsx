import type { ComponentProps } from 'react'
import { AddressMark } from '#components/evm/parts/address-mark.tsx'
import { ContractCoverage } from '#components/evm/parts/coverage/contract-coverage.tsx'
import { IndexMark } from '#components/evm/parts/coverage/index-mark.tsx'
import { LabelButton } from '#components/labels/label-button.tsx'
import { PageToolsButton } from '#components/page-tools/page-tools-button.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { pathSegment } from '#lib/api/page-path.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import type { EvmCollection } from '#lib/evm/nft/state-contract.ts'
import { CollectionProgress } from './collection-progress.tsx'
import type { TokenWords } from './hosted-token.ts'

/** The name and address of a token or collection. */
export const TokenHeader = ({
  state,
  address,
  collection,
  words,
  rating,
}: {
  state: EvmChainState
  address: string
  /** Unknown where the data come from the hosted service. */
  collection: EvmCollection | undefined
  /** Its name and symbol, from any source. */
  words: TokenWords | undefined
  rating: ComponentProps<typeof ContractCoverage>['rating'] | undefined
}) => {
  const name = words?.name || words?.symbol
  return (
    <PageTitle
      tools={<PageToolsButton />}
      kind={
        <span className="flex min-w-0 items-center gap-2">
          <AddressMark address={address} />
          <span className="wrap-anywhere min-w-0">{name ?? 'Token contract'}</span>
          {words?.symbol && words.name && (
            <span className="max-w-40 truncate font-normal text-muted">{words.symbol}</span>
          )}
        </span>
      }
      aside={
        collection ? (
          <CollectionProgress initial={collection} state={state} />
        ) : (
          state.source === 'hosted' && <IndexMark state={state} />
        )
      }
    >
      <span className="break-all font-mono">
        <span className="select-all">{address}</span>
        <CopyButton value={address} label="Copy address" className="ml-1" />
      </span>
      <LabelButton
        kind={words?.contract_type === 'ERC20' ? 'token' : 'collection'}
        chain={pathSegment(state.chain)}
        subject={address}
      />
      {words?.contract_type && <Badge tone="accent">{words.contract_type}</Badge>}
      <Badge>{state.title}</Badge>
      {rating && <ContractCoverage rating={rating} isCollection={words?.contract_type !== 'ERC20'} />}
    </PageTitle>
  )
}
