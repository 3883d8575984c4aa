'use client'

import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide'
import { fromEvmExplorer } from '#components/evm/parts/evm-queries.ts'
import { OutcomeCounts } from '#components/evm/parts/outcome-badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { CheckRows } from './check-rows.tsx'

/** Repeats the checks of a block with the node's current data. */
export const CheckedAgain = ({ chain, block }: { chain: string; block: string }) => {
  const { data, error, isFetching, refetch } = useQuery({
    ...fromEvmExplorer('/evm/blocks/:block_number_or_hash/checks').one({
      chain,
      block_number_or_hash: block,
      again: true,
    }),
    staleTime: 0,
  })
  return (
    <>
      <div className="flex min-h-13 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-t px-4 py-2 text-sm">
        <div role="status" className="flex flex-wrap items-center gap-x-4 gap-y-1">
          {error && <span className="text-bad">{error.message}</span>}
          {data && !error && (
            <>
              From the node’s current data <OutcomeCounts outcomes={data.checks.map(({ outcome }) => outcome)} />
            </>
          )}
        </div>
        <Button onClick={() => refetch()} disabled={isFetching}>
          <Icon of={RefreshCw} size={14} /> {isFetching ? 'Checking…' : 'Check again'}
        </Button>
      </div>
      {data && <CheckRows label="Live checks" checks={data.checks} />}
    </>
  )
}
