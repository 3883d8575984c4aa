import { queriesOf } from '#lib/api/client/query-options.ts'
import type { EvmApi } from '#lib/evm/contract/interface/api.ts'
import { contractNfts } from '#lib/evm/contract/interface/routes/nfts.ts'
import { createTraitCounting } from './trait-counting.ts'
import type { FromTraitWorker, ToTraitWorker } from './trait-messages.ts'

/** A separate thread that requests a collection's tokens and counts them, so that the page stays responsive. */
const post = (message: FromTraitWorker) => self.postMessage(message)
const { call } = queriesOf<EvmApi>('evm', { baseUrl: self.location.origin })({ contractNfts })
const pageSize = 100

let counting: ReturnType<typeof createTraitCounting> | undefined

self.onmessage = ({ data }: MessageEvent<ToTraitWorker>) => {
  if (data.type === 'open') {
    const { chain, address } = data
    const input = { chain, address, normalizeMetadata: true, media_items: false, limit: pageSize }
    counting = createTraitCounting({
      // A total is expensive for the server: it is requested only once.
      ask: (cursor) => call({ ...input, cursor, disable_total: cursor !== undefined }),
      post,
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      now: () => performance.now(),
    })
  }
  if (data.type === 'go') counting?.go()
  if (data.type === 'pause') counting?.pause()
  if (data.type === 'ask') counting?.answer(data)
}
