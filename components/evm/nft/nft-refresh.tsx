'use client'

import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide'
import { useState } from 'react'
import { Timestamp } from '#components/chain/timestamp.tsx'
import { fromEvmExplorer } from '#components/evm/parts/evm-queries.ts'
import { listView } from '#components/kit/list-view.tsx'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { useAction } from '#components/ui/use-action.ts'
import type { Output } from '#lib/api/endpoint.ts'
import type { EvmExplorerApi } from '#lib/evm/explorer-api.ts'
import { nftHolderList } from './nft-holder-list.tsx'

export const NftHolders = listView(nftHolderList, fromEvmExplorer('/evm/nfts/:address/:token_id/owners').pages)

type State = Output<EvmExplorerApi['evmNftState']>
type Asked = Output<EvmExplorerApi['evmNftRefresh']>

const pollMs = 2_000

/** The state of a token's metadata, with a button to refresh it. */
export const NftRefresh = ({
  chain,
  address,
  tokenId,
  first,
}: {
  chain: string
  address: string
  tokenId: string
  first: State
}) => {
  const input = { chain, address, token_id: tokenId }
  const { data: state = first, refetch } = useQuery({
    ...fromEvmExplorer('/evm/nfts/:address/:token_id/state').one(input),
    initialData: first,
    staleTime: pollMs,
    refetchInterval: ({ state: { data } }) => (data?.status === 'QUEUED' ? pollMs : false),
  })
  const { isBusy, error, run } = useAction()
  const [asked, setAsked] = useState<Asked>()
  const refresh = () =>
    run(async () => {
      setAsked(await fromEvmExplorer('/evm/nfts/:address/:token_id/refresh', 'POST').call(input))
      await refetch()
    })
  const isNew = state.status === 'SYNCED' && state.last_metadata_sync !== first.last_metadata_sync
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
      <span aria-live="polite">
        {state.status === 'QUEUED' && 'Waiting to be fetched'}
        {state.status === 'NO_URI' && 'The contract has no metadata URI'}
        {state.status === 'FAILED' && <span className="text-bad">{state.error ?? 'Could not be read'}</span>}
        {state.status === 'SYNCED' && state.last_metadata_sync && (
          <>
            Read <Timestamp iso={state.last_metadata_sync} />
          </>
        )}
      </span>
      {isNew ? (
        <Button onClick={() => location.reload()}>Show changes</Button>
      ) : (
        <Button onClick={refresh} disabled={isBusy || state.status === 'QUEUED'}>
          <Icon of={RefreshCw} size={14} /> Refresh
        </Button>
      )}
      <span role="status" className="text-muted">
        {asked?.status === 'RECENT' && (
          <>
            Just requested. Available again <Timestamp iso={asked.next_allowed_at} />
          </>
        )}
        {error instanceof Error && <span className="text-bad">{error.message}</span>}
      </span>
    </div>
  )
}
