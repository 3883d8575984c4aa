'use client'

import type { QueryKey } from '@tanstack/react-query'
import { ArrowUp } from 'lucide-react'
import { useRef } from 'react'
import type { Absent } from '#components/chain/absent.ts'
import { useIsAtTop } from '#components/chain/use-is-at-top.ts'
import { Button } from '#components/ui/button.tsx'
import type { NativeTransaction } from '#lib/evm/contract/transactions.ts'
import { useLiveWallet } from './use-live-wallet.ts'

/** Above a wallet's list: lets new transactions in, and says how many wait while one reads further down. */
const LiveWallet = ({
  chain,
  address,
  queryKey,
  rows,
  onArrived,
}: {
  chain: string
  address: string
  /** Of the list's pages. */
  queryKey: QueryKey
  rows: readonly (NativeTransaction | Absent)[]
  /** Hashes of the rows that came last. */
  onArrived: (hashes: ReadonlySet<string>) => void
}) => {
  const top = useRef<HTMLDivElement>(null)
  const isAtTop = useIsAtTop(top)
  const { waiting, show } = useLiveWallet({ chain, address, queryKey, rows, isAtTop, onArrived })
  const showNew = () => {
    show()
    top.current?.parentElement?.scrollIntoView({ block: 'start' })
  }
  return (
    <>
      <div ref={top} />
      <div role="status" className="sticky top-20 z-10 flex h-0 justify-center">
        {waiting > 0 && (
          <Button look="primary" onClick={showNew} className="rounded-full shadow-lg">
            <ArrowUp size={14} aria-hidden /> {waiting} new
          </Button>
        )}
      </div>
    </>
  )
}

export default LiveWallet
