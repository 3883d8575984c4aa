import type { BrowserFamily } from '#components/family.ts'
import { evmPaths } from '#lib/evm/api/paths.ts'
import { withFilters } from '#lib/format/filters.ts'

const address = /^0x[0-9a-f]{40}$/
const page = /^\/([a-z0-9-]+)\/(?:address|token|tx)\/(0x[0-9a-f]{40}|0x[0-9a-f]{64})$/i
const nftPage = /^\/([a-z0-9-]+)\/nft\/(0x[0-9a-f]{40}\/\d{1,78})$/i

const rowsMax = 100

export const evmInBrowser: BrowserFamily = {
  name: 'evm',
  suggest: async (asked) => (await import('./parts/suggest-evm.tsx')).suggestEvm(asked),
  namedTab: async (path, name) => (await import('#lib/evm/api/linked-tabs.ts')).linkedTab(path, name),
  labels: {
    forms: {
      wallet: address,
      collection: address,
      token: /^0x[0-9a-f]{40}(\/\d{1,78})?$/,
      transaction: /^0x[0-9a-f]{64}$/,
    },
    subject: (_, text) => text.toLowerCase(),
    path: ({ kind, chain, subject }) => {
      if (kind === 'transaction') return evmPaths.transaction({ chain, hash: subject })
      if (kind === 'wallet') return evmPaths.wallet({ chain, address: subject })
      const [address = subject, tokenId] = subject.split('/')
      return tokenId === undefined ? evmPaths.token({ chain, address }) : evmPaths.nft({ chain, address, tokenId })
    },
    linked: ({ pathname }) => {
      const [, chain, subject] = page.exec(pathname) ?? nftPage.exec(pathname) ?? []
      return chain && subject ? { chain, subject: subject.toLowerCase() } : undefined
    },
    positionLinks: 'a[href*="/block/"]',
    positions: async ({ chain, subject }, after) => {
      const { fromEvm } = await import('./parts/evm-queries.ts')
      const from_block = after === undefined ? undefined : String(BigInt(after) + 1n)
      const limit = after === undefined ? 1 : rowsMax
      const { result, cursor } = await fromEvm('/api/v2/:address').call({
        chain,
        address: subject,
        from_block,
        limit,
      })
      return { positions: result.map(({ block_number }) => block_number), goesOn: cursor !== null }
    },
  },
  wordSearch: {
    title: 'Search NFTs',
    path: (chain, words) => withFilters(evmPaths.nftSearch({ chain }), { q: words }),
  },
}
