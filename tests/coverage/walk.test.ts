import { beforeAll, describe, expect, test, vi } from 'vitest'
import { pages } from '#components/pages.ts'
import { everyEndpoint } from '#tests/contract/every-api.ts'
import { dialects, testStores } from '#tests/store/test-stores.ts'
import { type Indexed, servedLedgers } from './indexed-ledgers.ts'
import { listPaths, pageAddresses, readThings, type Things } from './questions.ts'

// React's own `cache` exists on the server only; here each call asks.
vi.mock('react', async (original) => ({ ...(await original<object>()), cache: <F>(ask: F): F => ask }))

/** Ranges in the middle of both ledgers: nothing but single blocks can be answered whole from them. */
const middle: Indexed = {
  blocks: [
    { first: 300, last: 420 },
    { first: 500, last: 520 },
  ],
  versions: [{ first: 200, last: 520 }],
}

/** Words that claim completeness. Names of things come from chains and are not looked at. */
const claims =
  /\b(no (?:transactions?|transfers?|NFTs?|owners?|tokens?|events?|collections?|activit\w+)(?! in the indexed)|none\b(?! of these)|never|nobody|complete(?:ly|d)?|SYNCED|all of it|all tokens|first seen)\b/i

/** Lists of what this server does, and of one thing that is read whole from the index or from a node. */
const notOfAnIndex = [
  ...['evmCollections', 'evmBlockTransactions', 'blockNftTransfers', 'aptosAccountTransactions', 'aptosTransactions'],
  // Searched on a node where blocks are not indexed.
  ...['contractLogs', 'contractEvents'],
  // Refused unless they are complete.
  ...['tokenOwners', 'evmTopAccounts'],
  // What this server verified, and what waits at a node.
  ...['evmVerifiedContracts', 'evmPendingTransactions'],
]

/** They show the state of indexes and what full nodes say. */
const withoutLists = ['/status', '/aptos']

type Ask = Awaited<ReturnType<typeof servedLedgers>>
type Body = Record<string, unknown>

describe.each(dialects)('reported completeness on %s', (dialect) => {
  const stores = testStores(dialect)
  const start = async (indexed: Indexed): Promise<{ ask: Ask; things: Things }> => {
    const store = await stores.createStore<unknown>()
    const ask = await servedLedgers(store, indexed, pages)
    return { ask, things: await readThings(store) }
  }
  const everyPath = (things: Things): string[] => Object.values(listPaths(things)).flat()
  const everyPage = (things: Things): string[] => Object.values(pageAddresses(things)).flat()
  const stemOf = (page: string) => (page === '/' ? '/index' : page)

  describe('with partly indexed ledgers', () => {
    let ask: Ask
    let things: Things
    beforeAll(async () => {
      ;({ ask, things } = await start(middle))
    }, 120_000)

    test('every list reports that it is incomplete, and which blocks it was computed from', async () => {
      const faults: string[] = []
      for (const path of everyPath(things)) {
        const { status, headers, body } = await read(ask, path)
        if (status !== 200) faults.push(`${path}: ${status}`)
        if (headers.get('x-index-complete') !== 'false')
          faults.push(`${path}: complete ${headers.get('x-index-complete')}`)
        if (!/^(none|\d+-\d+(,\d+-\d+){0,7})$/.test(headers.get('x-spyglass-coverage') ?? ''))
          faults.push(`${path}: coverage ${headers.get('x-spyglass-coverage')}`)
        if (body.status === 'SYNCED' || body.index_complete === true) faults.push(`${path}: claims to be complete`)
      }
      expect(faults).toEqual([])
    })

    test('every export reports it too', async () => {
      const lists = everyPath(things).filter((path) => path.startsWith('/api/v2') || path.startsWith('/api/aptos'))
      for (const format of ['csv', 'jsonl'])
        for (const path of lists) {
          if (path.includes(`/${things.tokenId}?`) || /\/(stats|metadata|symbols)\?/.test(path)) continue
          if (path.includes(`/${things.wallet}/erc20?`)) continue
          const answer = await ask(path.replace('/api', `/api/export/${format}`))
          const { headers, status } = answer
          await answer.text()
          expect([path, status, headers.get('x-index-complete')]).toEqual([path, 200, 'false'])
          expect(headers.get('x-spyglass-coverage')).toBeTruthy()
        }
    })

    test('a request for fully indexed blocks is reported as complete', async () => {
      const within = `/api/v2/${things.wallet}/nft/transfers?chain=local&from_block=310&to_block=420`
      const { headers, body } = await read(ask, within)
      expect(body).toMatchObject({ block_exists: true, index_complete: true })
      expect(headers.get('x-spyglass-coverage')).toBe('310-420')
    })

    test.each(['json', 'md', 'csv'])(
      'no page as %s claims to be complete',
      async (format) => {
        const faults: string[] = []
        for (const page of everyPage(things)) {
          const [path = '', search] = page.split('?')
          const answer = await ask(`/api/page/${format}${stemOf(path)}${search ? `?${search}` : ''}`)
          const text = await answer.text()
          if (answer.status !== 200) faults.push(`${page}: ${answer.status} ${text.slice(0, 100)}`)
          if (!withoutLists.includes(page) && answer.headers.get('x-index-complete') !== 'false')
            faults.push(`${page}: header ${answer.headers.get('x-index-complete')}`)
          const claim = format === 'csv' ? null : claims.exec(saidOf(text, format))
          if (claim) faults.push(`${page}: "${claim[0]}" in ${saidOf(text, format).slice(0, 400)}`)
        }
        expect(faults).toEqual([])
      },
      60_000,
    )
  })

  describe('with fully indexed ledgers', () => {
    let ask: Ask
    let things: Things
    beforeAll(async () => {
      ;({ ask, things } = await start({}))
    }, 240_000)

    test('every list reports that it is complete', async () => {
      const faults: string[] = []
      for (const path of everyPath(things)) {
        const { status, headers, body } = await read(ask, path)
        const isComplete = headers.get('x-index-complete')
        if (status !== 200 || isComplete !== 'true') faults.push(`${path}: ${status}, complete ${isComplete}`)
        if (body.status === 'SYNCING' || body.index_complete === false) faults.push(`${path}: says it is incomplete`)
      }
      expect(faults).toEqual([])
    })

    test('every page reports it', async () => {
      const faults: string[] = []
      for (const page of everyPage(things)) {
        const [path = '', search] = page.split('?')
        const { status, headers, body } = await read(ask, `/api/page/json${stemOf(path)}${search ? `?${search}` : ''}`)
        const isComplete = headers.get('x-index-complete') === 'true' || withoutLists.includes(page)
        if (status !== 200 || !isComplete || body.coverage_note !== undefined)
          faults.push(`${page}: ${status} ${headers.get('x-index-complete')} ${body.coverage_note}`)
      }
      expect(faults).toEqual([])
    }, 60_000)
  })
})

test('the test covers every list of the contracts', () => {
  const things = {} as Things
  const walked = Object.values(listPaths(things)).flat()
  expect(walked.length).toBeGreaterThan(30)
  const paged = everyEndpoint.filter(({ endpoint }) => endpoint.paged)
  const aliases: Record<string, string> = {
    'aptos.collectionNftTransfers': 'aptosCollectionTransfers',
    'aptos.creatorNftTransfers': 'aptosCreatorTransfers',
    'aptos.walletNftTransfers': 'aptosWalletTransfers',
    'aptos.nftOwners': 'aptosNftOwners',
  }
  const missing = paged
    .filter(({ title, name }) => !(aliases[title] ?? name in listPaths(things)) && !notOfAnIndex.includes(name))
    .map(({ title }) => title)
  expect(missing).toEqual([])
})

const read = async (ask: Ask, path: string): Promise<{ status: number; headers: Headers; body: Body }> => {
  const answer = await ask(path)
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Body }
}

/** What the server says in its own words: not the records, which are anyone's. */
const saidOf = (text: string, format: string): string => {
  if (format === 'md') return text.split('\n## ')[0] ?? ''
  const { summary, facts, coverage_note } = JSON.parse(text) as Body
  return JSON.stringify({ summary, facts, coverage_note })
}
