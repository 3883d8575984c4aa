import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { askedOnce } from '#components/kit/asked-once.ts'
import { queriesOf } from '#lib/api/client/query-options.ts'
import { evmExplorerRoot } from '#lib/evm/api/roots.ts'
import type { EvmExplorerApi } from '#lib/evm/explorer-api.ts'

test('a search that failed on the nodes is not repeated', async () => {
  let requests = 0
  const send = async () => {
    requests += 1
    const error = { code: 'upstream_error', message: 'The node did not answer.', retryable: true }
    return Response.json({ error }, { status: 502 })
  }
  const pagesOf = (address: string) =>
    askedOnce(
      queriesOf<EvmExplorerApi>(evmExplorerRoot, { origin: 'http://localhost', send })(
        '/evm/addresses/:address/user-operations',
      ).pages,
    )({
      chain: 'eth',
      address,
    })
  const client = new QueryClient({ defaultOptions: { queries: { retry: 2, retryDelay: 1 } } })
  const observer = new InfiniteQueryObserver(client, pagesOf(`0x${'ab'.repeat(20)}`))
  const leave = observer.subscribe(() => {})
  await expect.poll(() => observer.getCurrentResult().status).toBe('error')
  expect(requests).toBe(1)
  leave()
  client.clear()
})
