import { describe, expect, test } from 'vitest'
import { isServiceError } from '#lib/api/errors.ts'
import { createAptosNode } from '#lib/aptos/node/node.ts'
import { startFullNode } from './full-node.ts'
import { fixtureLedger } from './ledger-fixture.ts'

const ledger = fixtureLedger([1, 6, 5, 5])

/** Waits are noted, not waited. */
const quick = (silenceMsMax = 10_000) => {
  const waits: number[] = []
  return { waits, options: { silenceMsMax, wait: async (ms: number) => void waits.push(ms) } }
}

const errorOf = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!isServiceError(error)) throw new Error(`expected a ServiceError, got ${String(error)}`)
  return error
}

describe('one node', () => {
  test.each([
    ['429', { status: 429, retryAfter: '2' }, 2_000],
    ['503 in HTML', { status: 503 }, 200],
    ['a connection that breaks', 'reset', 200],
    ['JSON that ends in the middle', 'cut', 200],
    ['silence', 'silence', 200],
  ] as const)('an answer that fails once does not reach the caller: %s', async (_, fault, waitMs) => {
    const node = await startFullNode(ledger)
    const { waits, options } = quick(fault === 'silence' ? 1_000 : undefined)
    node.faults.push(fault)
    const block = await createAptosNode({ baseUrls: [node.baseUrl], ...options }).blockByHeight(2, true)
    expect(block).toEqual(ledger[2])
    expect(waits).toEqual([waitMs])
  })

  test('a node that stays silent is upstream_timeout, one that stays broken upstream_failed', async () => {
    const node = await startFullNode(ledger)
    node.faults.push('silence', 'silence', 'silence')
    const impatient = createAptosNode({ baseUrls: [node.baseUrl], ...quick(100).options })
    expect((await errorOf(impatient.ledgerInfo())).code).toBe('upstream_timeout')
    const asked = createAptosNode({ baseUrls: [node.baseUrl], ...quick().options })
    node.faults.push({ status: 500 }, { status: 500 }, { status: 500 })
    expect(await errorOf(asked.ledgerInfo())).toMatchObject({
      code: 'upstream_failed',
      message: 'The Aptos node answered 500.',
    })
  })

  test('a long Retry-After is told to the caller instead of waited for', async () => {
    const node = await startFullNode(ledger)
    node.faults.push({ status: 429, retryAfter: '60' })
    const { waits, options } = quick()
    const error = await errorOf(createAptosNode({ baseUrls: [node.baseUrl], ...options }).ledgerInfo())
    expect(error).toMatchObject({ code: 'upstream_failed', retryAfterSeconds: 60 })
    expect(waits).toEqual([])
  })

  test.each(['html', 'redirect'] as const)('what is no full node is refused at once: %s', async (fault) => {
    const node = await startFullNode(ledger)
    node.faults.push(fault)
    const error = await errorOf(
      createAptosNode({ baseUrls: [node.baseUrl], ...quick().options }).blockByHeight(1, false),
    )
    expect(error.code).toBe('upstream_failed')
    expect(node.requests).toHaveLength(1)
  })

  test.each([true, false])(
    'blocks beyond the newest and before the oldest say where the ledger is (headers: %s)',
    async (withHeaders) => {
      const node = await startFullNode(ledger, { oldestHeight: 2, withHeaders })
      const asked = createAptosNode({ baseUrls: [node.baseUrl], ...quick().options })
      const code = async (call: Promise<unknown>) => {
        const error = await errorOf(call)
        return `${error.code} ${error.message}`
      }
      expect(await code(asked.blockByHeight(9, false))).toMatch(/^not_found .*block 9.* newest is 3/)
      expect(await code(asked.blockByVersion(99, true))).toMatch(/^not_found .*version 99.* newest is 16/)
      expect(await code(asked.blockByHeight(1, false))).toMatch(/^not_available .*block 1.* oldest that it has is 2/)
      expect(await code(asked.blockByVersion(3, true))).toMatch(/^not_available .*version 3.* oldest that it has is 7/)
    },
  )

  test('an answer of another form, or for another block, is upstream_failed', async () => {
    const node = await startFullNode(ledger)
    const asked = createAptosNode({ baseUrls: [node.baseUrl], ...quick().options })
    node.bend = () => ({ block_height: 1 })
    expect((await errorOf(asked.blockByHeight(1, false))).code).toBe('upstream_failed')
    node.bend = () => ({ ...ledger[2], transactions: null })
    expect((await errorOf(asked.blockByHeight(1, false))).message).toContain('another block')
  })

  test('a body beyond the bound is not read', async () => {
    const node = await startFullNode(ledger)
    const asked = createAptosNode({ baseUrls: [node.baseUrl], bodyBytesMax: 1_000, ...quick().options })
    expect((await errorOf(asked.blockByHeight(2, true))).message).toContain('more than is read')
  })

  test('no error shows the address or what is secret in it', async () => {
    const node = await startFullNode(ledger)
    await node.stop()
    const secret = node.baseUrl.replace('http://', 'http://name:hush-password@').concat('/hush-path?key=hush-query')
    const error = await errorOf(createAptosNode({ baseUrls: [secret], ...quick().options }).ledgerInfo())
    expect(`${error.message} ${String(error.cause)} ${JSON.stringify(error)}`).not.toMatch(/hush|127\.0\.0\.1/)
    expect(() => createAptosNode({ baseUrls: ['ftp://hush'] })).toThrow(/^(?!.*hush)/)
  })

  test('a password in the address is sent as a header, its query with every request', async () => {
    const seen: string[] = []
    const asked = createAptosNode({
      baseUrls: ['https://me:word@node.test/v1/?key=k'],
      fetch: async (input, init) => {
        seen.push(String(input), new Headers(init?.headers).get('authorization') ?? '')
        return Response.json(ledger[2])
      },
    })
    await asked.blockByHeight(2, false)
    expect(seen).toEqual([
      'https://node.test/v1/blocks/by_height/2?key=k&with_transactions=false',
      `Basic ${Buffer.from('me:word').toString('base64')}`,
    ])
  })

  test('a caller who leaves ends the request', async () => {
    const node = await startFullNode(ledger)
    node.faults.push('silence')
    const leaving = AbortSignal.timeout(30)
    const call = createAptosNode({ baseUrls: [node.baseUrl], silenceMsMax: 5_000 }).ledgerInfo(leaving)
    await expect(call).rejects.toMatchObject({ name: 'TimeoutError' })
    expect(node.requests).toHaveLength(1)
  })
})

describe('several nodes', () => {
  test('the next one answers when the first fails, and stays first', async () => {
    const [first, second] = [await startFullNode(ledger), await startFullNode(ledger)]
    const { waits, options } = quick()
    const asked = createAptosNode({ baseUrls: [first.baseUrl, second.baseUrl], ...options })
    first.faults.push({ status: 503 })
    expect((await asked.ledgerInfo()).newestHeight).toBe(3)
    await asked.blockByHeight(1, false)
    expect(waits).toEqual([])
    expect([first.requests.length, second.requests.length]).toEqual([1, 2])
  })

  test('an archive node answers for what the first has pruned, one further ahead for what it has not seen', async () => {
    const pruned = await startFullNode(ledger, { oldestHeight: 2 })
    const behind = await startFullNode(ledger.slice(0, 3))
    const archive = await startFullNode(ledger)
    const from = (...nodes: { baseUrl: string }[]) =>
      createAptosNode({ baseUrls: nodes.map((node) => node.baseUrl), ...quick().options })
    expect((await from(pruned, archive).blockByHeight(0, false)).block_height).toBe('0')
    expect((await from(behind, archive).blockByHeight(3, false)).block_height).toBe('3')
  })

  test('a node of another network is not believed', async () => {
    const mainnet = await startFullNode(ledger, { chainId: 1 })
    const testnet = await startFullNode(ledger, { chainId: 2 })
    const asked = createAptosNode({ baseUrls: [mainnet.baseUrl, testnet.baseUrl], ...quick().options })
    expect(await asked.chainId()).toBe(1)
    await mainnet.stop()
    expect((await errorOf(asked.blockByHeight(1, true))).code).toBe('upstream_failed')
  })
})
