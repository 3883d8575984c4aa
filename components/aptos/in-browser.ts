import type { BrowserFamily } from '#components/family.ts'
import { aptosAddress } from '#lib/aptos/api/format/aptos-address.ts'
import { readIdHash } from '#lib/aptos/api/format/id-hash.ts'
import { aptosPaths } from '#lib/aptos/api/paths.ts'
import { wordOf } from '#lib/base/hex.ts'

const testnet = 'aptos-testnet'
const page = /^\/aptos\/(account|creator|collection|token|txn)\/(\w{1,66})$/i
/** Paths of collections and tokens have ids without 0x. */
const id = /^[0-9a-f]{64}$/

const rowsMax = 100

export const aptosInBrowser: BrowserFamily = {
  name: 'aptos',
  suggest: async (asked) => (await import('./parts/suggest-aptos.tsx')).suggestAptos(asked),
  labels: {
    chains: ['aptos', testnet],
    forms: { wallet: /^0x[0-9a-f]{64}$/, collection: id, token: id, transaction: /^\d{1,20}$/ },
    subject: (kind, text) => {
      const subject = text.toLowerCase()
      if (kind === 'transaction') return subject
      const [, short] = /^(?:0x)?([0-9a-f]{1,64})$/.exec(subject) ?? []
      const digits = short === undefined ? subject : wordOf(`0x${short}`)
      return kind === 'wallet' ? `0x${digits}` : digits
    },
    path: ({ kind, chain, subject }) => {
      const query = chain === testnet ? '?network=testnet' : ''
      if (kind === 'transaction') return aptosPaths.transaction({ version: subject }) + query
      if (kind === 'wallet') return aptosPaths.account({ address: subject }) + query
      return (
        (kind === 'collection' ? aptosPaths.collection({ id: subject }) : aptosPaths.token({ id: subject })) + query
      )
    },
    linked: ({ pathname, search }) => {
      const [, kind, given = ''] = page.exec(pathname) ?? []
      if (kind === undefined) return undefined
      const isAddress = kind === 'account' || kind === 'creator'
      const subject = isAddress ? aptosAddress(given) : kind === 'txn' ? given.toLowerCase() : readIdHash(given)
      const chain = new URLSearchParams(search).get('network') === 'testnet' ? testnet : 'aptos'
      return subject ? { chain, subject } : undefined
    },
    positionLinks: 'a[href^="/aptos/txn/"]',
    positions: async ({ chain, subject }) => {
      const { fromAptosExplorer } = await import('./parts/aptos-queries.ts')
      const { result, cursor } = await fromAptosExplorer('/aptos/accounts/:address/transactions').call({
        address: subject,
        network: chain === testnet ? 'testnet' : undefined,
        limit: rowsMax,
      })
      return { positions: result.map(({ version }) => version), goesOn: cursor !== null }
    },
  },
}
