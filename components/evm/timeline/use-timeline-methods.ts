import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ListedTransaction } from '#components/evm/parts/transactions/listed-transaction.ts'
import type { TimelineView } from '#components/evm/timeline/feed/chain-feed.ts'
import type { ChainMethods, MethodNamer } from '#components/evm/timeline/feed/method-namer.ts'

/**
 * Method names of a wallet's transactions, by chain. The server provides available ones at once; the code that requests
 * others loads after the page, and the rows have room for them.
 */
export const useTimelineMethods = (
  { feeds, chosen }: TimelineView<ListedTransaction>,
  address: string,
  first: ChainMethods,
): ChainMethods => {
  const cache = useQueryClient()
  const [names, setNames] = useState(first)
  const [namer, setNamer] = useState<MethodNamer>()
  useEffect(() => {
    let isGone = false
    import('#components/evm/timeline/feed/wallet-methods.ts').then(
      ({ walletMethods }) => isGone || setNamer(walletMethods(cache, address, first)),
      // Without that code, selectors are shown.
      () => {},
    )
    return () => {
      isGone = true
    }
  }, [cache, address, first])
  useEffect(() => {
    if (!namer) return
    const show = () => setNames(namer.names())
    show()
    const end = namer.subscribe(show)
    return () => {
      end()
      namer.stop()
    }
  }, [namer])
  useEffect(() => {
    for (const { chain, rows } of feeds) if (chosen.has(chain.chain)) namer?.look(chain.chain, rows)
  }, [namer, feeds, chosen])
  return names
}
