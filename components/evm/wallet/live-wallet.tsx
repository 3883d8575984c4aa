'use client'

import type { QueryKey } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ListedTransaction } from '#components/evm/parts/transactions/listed-transaction.ts'
import type { EvictedRow } from '#components/kit/rows/evicted-row.ts'
import { useIsLiveOn } from '#components/live/live-choice.ts'
import { NewerRows } from '#components/live/newer-rows.tsx'
import { useIsReading } from '#components/live/use-is-reading.ts'
import { useLiveWallet } from './use-live-wallet.ts'

const liveEveryMs = 750

/** Precedes a wallet's list: adds new transactions, and shows how many wait while the user reads. */
const LiveWallet = ({
  chain,
  address,
  queryKey,
  rows,
  onArrived,
}: {
  chain: string
  address: string
  /** The query of the list's pages. */
  queryKey: QueryKey
  rows: readonly (ListedTransaction | EvictedRow)[]
  /** Hashes of the newest rows. */
  onArrived: (hashes: ReadonlySet<string>) => void
}) => {
  const top = useRef<HTMLDivElement>(null)
  const isHeld = useIsReading(top)
  const [arrived, setArrived] = useState(0)
  const { waiting, isMore, show } = useLiveWallet({
    chain,
    address,
    queryKey,
    rows,
    everyMs: useIsLiveOn() ? liveEveryMs : undefined,
    isHeld,
    onArrived: (hashes) => {
      setArrived(hashes.size)
      onArrived(hashes)
    },
  })
  const showNew = () => {
    show()
    top.current?.parentElement?.scrollIntoView({ block: 'start' })
  }
  return (
    <>
      <NewerRows list={top} waiting={waiting} isMore={isMore} arrived={arrived} onShow={showNew} />
      <div ref={top} />
    </>
  )
}

export default LiveWallet
