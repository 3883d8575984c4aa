'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { fromAptosExplorer } from '#components/aptos/parts/aptos-queries.ts'
import { Button } from '#components/ui/button.tsx'
import type { AptosFoundDelegations } from '#lib/aptos/account/stakes-contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { DelegationPools } from './delegation-pools.tsx'

/** Asks the pools of all validators, once somebody wants it: the server sends hundreds of calls for it. */
export const DelegationSearch = ({
  account,
  network,
  known,
}: {
  account: string
  network: AptosNetwork
  /** Pools that are shown already. */
  known: readonly string[]
}) => {
  const [isAsked, setAsked] = useState(false)
  const { data, error, isFetching, refetch } = useQuery({
    ...fromAptosExplorer('/aptos/accounts/:address/delegations').one({ address: account, network }),
    enabled: isAsked,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const others = data?.pools.filter(({ pool_address }) => !known.includes(pool_address)) ?? []
  return (
    <div className="border-line border-t text-sm">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
        <p role="status" className="wrap-anywhere min-w-0">
          {isFetching && 'Asking the pools of all validators…'}
          {!isFetching && error && <span className="text-bad">{error.message}</span>}
          {!isFetching && data && searched(data, others.length, known.length)}
        </p>
        {!data && !isFetching && (
          <Button onClick={() => (error ? void refetch() : setAsked(true))}>
            {error ? 'Try again' : 'Search the pools of all validators'}
          </Button>
        )}
      </div>
      <DelegationPools pools={others} network={network} />
    </div>
  )
}

const searched = ({ validators, unknown, note }: AptosFoundDelegations, found: number, known: number): string => {
  const other = known > 0 ? 'other ' : ''
  const stake = found === 0 ? `no ${other}stake` : `stake in ${found} ${other}${found === 1 ? 'pool' : 'pools'}`
  const lack = unknown === 0 ? '' : ` ${groupedNumber(unknown)} unknown${note ? `: ${note}` : '.'}`
  return `Asked ${groupedNumber(validators)} validators: ${stake}. Pools that have left the validator set were not asked.${lack}`
}
