import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readOutput } from '#lib/api/client/read-output.ts'
import { parseInput } from '#lib/api/parse-input.ts'
import type { AptosSentTransaction } from '#lib/aptos/account/sent-contract.ts'
import { createAptosNode } from '#lib/aptos/chain/rpc/node.ts'
import { aptosExplorerApi } from '#lib/aptos/explorer-api.ts'
import { createAptosExplorerService } from '#lib/aptos/family/explorer-service.ts'
import type { AptosLedgerTransaction } from '#lib/aptos/transaction/ledger-contract.ts'
import { isServiceError } from '#lib/base/errors.ts'
import { demoAptosFetch } from '#lib/demo/aptos/demo-fetch.ts'
import { recordedLedger } from '#lib/demo/aptos/recorded-ledger.ts'
import { fastClock } from '#tests/support/fast-clock.ts'

type Answer = { status?: number; body: unknown }
/** What the demo's full node answered to a path with its query, on its way out. */
type Bend = (answer: Answer, path: string) => Answer

let bend: Bend = (answer) => answer
let baseUrl = ''
const requests: string[] = []

const server = createServer(async (request, response) => {
  const path = request.url ?? '/'
  requests.push(path)
  const answer = await demoAptosFetch(new URL(path, 'http://node.test'))
  const bent = bend({ status: answer.status, body: await answer.json() }, path)
  response.writeHead(bent.status ?? 200, { ...Object.fromEntries(answer.headers), 'content-type': 'application/json' })
  response.end(JSON.stringify(bent.body))
})

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const place = server.address()
  if (place === null || typeof place === 'string') throw new Error('the server has no port')
  baseUrl = `http://127.0.0.1:${place.port}/v1`
})
afterAll(() => server.close())

const explorerOver = (bending: Bend = (answer) => answer) => {
  bend = bending
  requests.length = 0
  const node = createAptosNode({ baseUrls: [baseUrl], clock: fastClock() })
  return createAptosExplorerService({ nodes: { mainnet: node } })
}

const pageOf = (explorer: ReturnType<typeof explorerOver>, raw: { address: string; limit?: number; cursor?: string }) =>
  explorer.aptosAccountTransactions(parseInput(aptosExplorerApi.aptosAccountTransactions, raw))

const walk = async (explorer: ReturnType<typeof explorerOver>, address: string, limit: number) => {
  const rows: AptosSentTransaction[] = []
  let cursor: string | null | undefined
  while (cursor !== null) {
    const page = await pageOf(explorer, { address, limit, cursor })
    expect(readOutput(aptosExplorerApi.aptosAccountTransactions, page)).toEqual(page)
    expect(page.result.length).toBeLessThanOrEqual(limit)
    rows.push(...page.result)
    cursor = page.cursor
  }
  return rows
}

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'answered',
    (error: unknown) => (isServiceError(error) ? error.code : String(error)),
  )

/** The account that sent most, in its long form, and how often. */
const busiest = async () => {
  const { bySender } = await recordedLedger()
  const [most] = [...bySender].filter(([sender]) => sender).sort(([, a], [, b]) => b.length - a.length)
  if (!most?.[0]) throw new Error('nobody sent anything')
  return { address: `0x${most[0].slice(2).padStart(64, '0')}`, count: most[1].length }
}

const isList = (path: string) => path.includes('/transactions')
const listOf = (body: unknown): { sequence_number: string }[] => (Array.isArray(body) ? body : [])
const beginningAt =
  (oldest: number): Bend =>
  (answer, path) =>
    isList(path)
      ? { ...answer, body: listOf(answer.body).filter(({ sequence_number }) => Number(sequence_number) >= oldest) }
      : answer

describe('transactions of an account', () => {
  test('pages contain everything that each account sent, newest first', async () => {
    const explorer = explorerOver()
    const { bySender } = await recordedLedger()
    for (const [sender, sent] of bySender) {
      if (sender === undefined) continue
      const rows = await walk(explorer, sender, 10)
      expect(rows.map(({ hash }) => hash)).toEqual(sent.map(({ hash }) => hash).reverse())
      expect(rows.map(({ sequence_number }) => Number(sequence_number))).toEqual(sent.map((_, n) => n).reverse())
    }
  })

  test("rows match the full node's transactions", async () => {
    const { transactions } = await recordedLedger()
    const { address } = await busiest()
    for (const row of await walk(explorerOver(), address, 100)) {
      const own = transactions[Number(row.version)]
      const { function: called, sender, ...same } = row
      expect(own).toMatchObject(same)
      expect(sender).toBe(address)
      expect(called === null || JSON.stringify(own).includes(`"function":"${called}"`)).toBe(true)
    }
  })

  test('a full node with smaller pages still yields everything', async () => {
    const { address, count } = await busiest()
    const smaller: Bend = (answer, path) =>
      isList(path) ? { ...answer, body: listOf(answer.body).slice(0, 7) } : answer
    expect(await walk(explorerOver(smaller), address, 50)).toHaveLength(count)
  })

  test.each([
    [
      'without a number',
      { sequence_number: null, gas_unit_price: null },
      { sequence_number: null, gas_unit_price: null },
    ],
    ['in another form', { hash: 5, payload: [], success: 'yes' }, { hash: '0x', function: null, success: null }],
  ])('one that the node returns %s costs none of the others, and no number is made up', async (_, odd, shown) => {
    const { address, count } = await busiest()
    const at = String(count - 5)
    const bent: Bend = (answer, path) =>
      isList(path)
        ? { ...answer, body: listOf(answer.body).map((one) => (one.sequence_number === at ? { ...one, ...odd } : one)) }
        : answer
    const rows = await walk(explorerOver(bent), address, 10)
    expect(rows).toHaveLength(count)
    expect(rows[4]).toMatchObject(shown)
  })

  test('a pruned history is listed as far as it reaches, then not_available', async () => {
    const { address, count } = await busiest()
    const explorer = explorerOver(beginningAt(count - 12))
    const first = await pageOf(explorer, { address, limit: 10 })
    const second = await pageOf(explorer, { address, limit: 10, cursor: first.cursor ?? '' })
    expect([first.result.length, second.result.length]).toEqual([10, 2])
    expect(await codeOf(pageOf(explorer, { address, cursor: second.cursor ?? '' }))).toBe('not_available')
    const gone: Bend = (answer, path) =>
      isList(path) ? { status: 410, body: { message: '', error_code: 'version_pruned', vm_error_code: null } } : answer
    expect(await codeOf(pageOf(explorerOver(gone), { address }))).toBe('not_available')
  })

  test('a lagging node serves the newest it has, but a gap between two pages is refused', async () => {
    const { address, count } = await busiest()
    const behind: Bend = (answer, path) =>
      isList(path) ? { ...answer, body: listOf(answer.body).slice(0, -1) } : answer
    const cut: Bend = (answer, path) =>
      path.includes('limit=1&') || path.endsWith('limit=1') ? { ...answer, body: [] } : behind(answer, path)
    const explorer = explorerOver(cut)
    expect((await pageOf(explorer, { address, limit: 10 })).result[0]?.sequence_number).toBe(String(count - 2))
    expect(await codeOf(pageOf(explorer, { address, limit: 10, cursor: String(count) }))).toBe('upstream_failed')
  })

  test.each([
    ['of another account', (rows: object[]) => rows.map((row) => ({ ...row, sender: '0x1' }))],
    ['twice', (rows: object[]) => rows.flatMap((row) => [row, row])],
    ['in the wrong order', (rows: object[]) => rows.toReversed()],
  ])('transactions %s are refused', async (_, spoil) => {
    const { address } = await busiest()
    const explorer = explorerOver((answer, path) =>
      isList(path) ? { ...answer, body: spoil(listOf(answer.body)) } : answer,
    )
    expect(await codeOf(pageOf(explorer, { address }))).toBe('upstream_failed')
  })

  test('a forged cursor is refused by name', async () => {
    const explorer = explorerOver()
    const { address } = await busiest()
    for (const cursor of ['0', '-1', 'next', '999999999', '18446744073709551615'])
      expect(await codeOf(pageOf(explorer, { address, cursor }))).toBe('invalid_request')
  })
})

describe('transactions of the ledger', () => {
  const listed = (explorer: ReturnType<typeof explorerOver>, raw: Record<string, string | number>) =>
    explorer.aptosTransactions(parseInput(aptosExplorerApi.aptosTransactions, raw))
  const walkLedger = async (explorer: ReturnType<typeof explorerOver>, raw: Record<string, string | number>) => {
    const rows: AptosLedgerTransaction[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await listed(explorer, { ...raw, ...(cursor && { cursor }) })
      expect(readOutput(aptosExplorerApi.aptosTransactions, page)).toEqual(page)
      rows.push(...page.result)
      cursor = page.cursor
    }
    return rows
  }
  const isWindow = (path: string) => path.startsWith('/v1/transactions?')

  test.each([25, 37, 100].flatMap((limit) => [['all', limit] as const, ['user', limit] as const]))(
    'pages of kind %s and size %i contain each version once, newest first',
    async (kind, limit) => {
      const { transactions } = await recordedLedger()
      const wanted = transactions.filter(({ type }) => kind === 'all' || type === 'user_transaction')
      const rows = await walkLedger(explorerOver(), { kind, limit })
      expect(rows.map(({ version }) => version)).toEqual(wanted.map(({ version }) => version).reverse())
      for (const row of rows) {
        const { sender, function: called, ...same } = row
        const own = transactions[Number(row.version)]
        const known = Object.fromEntries(Object.entries(same).filter(([, value]) => value !== null))
        expect(own).toMatchObject(known)
        expect(sender === null).toBe(own?.sender === undefined)
        if (sender !== null) expect(BigInt(sender)).toBe(BigInt(own?.sender ?? ''))
        expect(called === null || JSON.stringify(own).includes(`"function":"${called}"`)).toBe(true)
      }
    },
  )

  test('a page may be searched in vain: few versions of an idle network are of users', async () => {
    const idle: Bend = (answer, path) =>
      isWindow(path)
        ? { ...answer, body: (answer.body as object[]).map((one) => ({ ...one, type: 'block_metadata_transaction' })) }
        : answer
    const explorer = explorerOver(idle)
    const { transactions } = await recordedLedger()
    const page = await listed(explorer, { limit: 10 })
    expect(page).toEqual({ cursor: String(transactions.length - 500), result: [] })
    expect(await walkLedger(explorer, { limit: 10 })).toEqual([])
  })

  test('a pruned ledger is listed as far as it reaches, then not_available', async () => {
    const { transactions } = await recordedLedger()
    const oldest = transactions.length - 30
    const pruned: Bend = (answer, path) => {
      const body = answer.body as object
      if (!isWindow(path)) return { ...answer, body: { ...body, oldest_ledger_version: String(oldest) } }
      const start = Number(new URL(path, 'http://node.test').searchParams.get('start'))
      return start >= oldest
        ? answer
        : { status: 410, body: { message: '', error_code: 'version_pruned', vm_error_code: null } }
    }
    const explorer = explorerOver(pruned)
    const first = await listed(explorer, { kind: 'all', limit: 100 })
    expect(first).toMatchObject({ cursor: String(oldest), result: { length: 30 } })
    expect(await codeOf(listed(explorer, { kind: 'all', cursor: first.cursor ?? '' }))).toBe('not_available')
    expect((await listed(explorer, { limit: 100 })).cursor).toBe(String(oldest))
  })

  test.each([
    ['twice', (rows: object[]) => rows.flatMap((row) => [row, row])],
    ['in the wrong order', (rows: object[]) => rows.toReversed()],
    ['of other versions', (rows: object[]) => rows.map((row) => ({ ...row, version: '7' }))],
    ['not at all', () => []],
  ])('versions that a node returns %s are refused', async (_, spoil) => {
    const explorer = explorerOver((answer, path) =>
      isWindow(path) ? { ...answer, body: spoil(answer.body as object[]) } : answer,
    )
    expect(await codeOf(listed(explorer, { limit: 10 }))).toBe('upstream_failed')
  })

  test('hostile fields are left out', async () => {
    const hostile = { timestamp: -1, sender: '<script>', gas_used: {}, success: 'yes', vm_status: 7, payload: [[]] }
    const explorer = explorerOver((answer, path) =>
      isWindow(path) ? { ...answer, body: (answer.body as object[]).map((one) => ({ ...one, ...hostile })) } : answer,
    )
    const { result } = await listed(explorer, { kind: 'all', limit: 1 })
    const nothing = { timestamp: null, sender: null, gas_used: null, success: null, vm_status: null, function: null }
    expect(result).toMatchObject([nothing])
  })

  test('a forged cursor is refused by name', async () => {
    for (const cursor of ['0', '-1', 'next', '18446744073709551615'])
      expect(await codeOf(listed(explorerOver(), { cursor }))).toBe('invalid_request')
    expect(await codeOf(listed(explorerOver(), { cursor: '99999999' }))).toBe('not_found')
  })
})

describe('an account', () => {
  test('is found by its short and its long address', async () => {
    const explorer = explorerOver()
    const { address, count } = await busiest()
    const account = (text: string) =>
      explorer.aptosAccount(parseInput(aptosExplorerApi.aptosAccount, { address: text }))
    expect(await account(address)).toEqual({
      address,
      exists: true,
      sequence_number: String(count),
      authentication_key: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    })
    expect((await account('0x1')).address).toBe(`0x${'1'.padStart(64, '0')}`)
  })

  test('does not exist for an object or an unused address, which have sent nothing', async () => {
    const explorer = explorerOver()
    const { resources } = await recordedLedger()
    const [object] = [...resources].find(([, types]) => types.has('0x1::object::ObjectCore')) ?? []
    for (const address of [object ?? '', `0x${'ab'.repeat(32)}`]) {
      const input = parseInput(aptosExplorerApi.aptosAccount, { address })
      expect(await explorer.aptosAccount(input)).toMatchObject({ exists: false, sequence_number: null })
      expect(await pageOf(explorer, { address })).toEqual({ cursor: null, result: [] })
    }
    expect(requests.some(isList)).toBe(false)
  })
})

describe('a transaction', () => {
  const versionOf = (explorer: ReturnType<typeof explorerOver>, transaction_hash: string) =>
    explorer.aptosTransaction(parseInput(aptosExplorerApi.aptosTransaction, { transaction_hash }))

  test('is found by its hash in any case', async () => {
    const explorer = explorerOver()
    const { address } = await busiest()
    const [sent] = (await pageOf(explorer, { address, limit: 1 })).result
    const found = { version: sent?.version, hash: sent?.hash, type: 'user_transaction' }
    expect(await versionOf(explorer, sent?.hash ?? '')).toEqual(found)
    expect(await versionOf(explorer, `0x${sent?.hash.slice(2).toUpperCase()}`)).toEqual(found)
  })

  test('that is unknown or only pending is not found', async () => {
    const hash = `0x${'ab'.repeat(32)}`
    expect(await codeOf(versionOf(explorerOver(), hash))).toBe('not_found')
    const pending = explorerOver(() => ({ status: 200, body: { type: 'pending_transaction', hash } }))
    expect(await codeOf(versionOf(pending, hash))).toBe('not_found')
  })
})
