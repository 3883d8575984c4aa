import { describe, expect, test } from 'vitest'
import { parseInput } from '#lib/api/parse-input.ts'
import { parseAptosName } from '#lib/aptos/api/format/aptos-name.ts'
import { aptosRecogniser } from '#lib/aptos/api/recogniser.ts'
import { createAptosNode } from '#lib/aptos/chain/rpc/node.ts'
import { aptosNameApi } from '#lib/aptos/names/contract.ts'
import { createAptosNameService } from '#lib/aptos/names/name-service.ts'
import { aptosNodeContext } from '#lib/aptos/query/node-context.ts'
import { isServiceError } from '#lib/base/errors.ts'
import { demoAptosFetch } from '#lib/demo/aptos/demo-fetch.ts'
import { fastClock } from '#tests/support/fast-clock.ts'

const router = '0x867ed1f6bf916171b1de3ee92849b8978b7d1b9e0a8cc982a3d19d535dfd9c0c::router'
const long = (hex: string) => `0x${hex.padStart(64, '0')}`

/** Names as the router knows them: targets by name, and the names that accounts chose. */
type Names = {
  targets: Record<string, string>
  chosen: Record<string, [subdomain: string | undefined, domain: string]>
}

const option = (value: string | undefined) => ({ vec: value === undefined ? [] : [value] })

const networkWith = ({ targets, chosen }: Names, chainId = 1) => {
  const calls: string[] = []
  const ledger = {
    chain_id: chainId,
    epoch: '1',
    ledger_version: '10',
    oldest_ledger_version: '0',
    ledger_timestamp: '1',
    block_height: '1',
    oldest_block_height: '0',
  }
  const node = createAptosNode({
    baseUrls: ['http://node.test/v1'],
    fetch: async (input, init) => {
      const url = new URL(String(input))
      if (url.pathname === '/v1') return Response.json(ledger)
      if (url.pathname !== '/v1/view') return demoAptosFetch(String(input), init)
      const call = JSON.parse(String(init?.body))
      calls.push(call.function)
      if (call.function === `${router}::get_target_addr`) {
        const [domain, subdomain] = call.arguments
        const target = targets[[...subdomain.vec, domain].join('.')]
        if (target === 'aborts')
          return Response.json({ message: 'Move abort', error_code: 'invalid_input' }, { status: 400 })
        return Response.json([option(target)])
      }
      const [subdomain, domain] = chosen[call.arguments[0]] ?? []
      return Response.json([option(subdomain), option(domain)])
    },
    clock: fastClock(),
  })
  let now = 0
  const service = createAptosNameService(aptosNodeContext({ nodes: { mainnet: node }, now: () => now }))
  const answer = (call: Promise<unknown>) =>
    call.catch((error: unknown) => (isServiceError(error) ? error.code : String(error)))
  return {
    calls,
    later: (ms: number) => {
      now += ms
    },
    addressOf: (name: string) => answer(service.aptosName(parseInput(aptosNameApi.aptosName, { name }))),
    nameOf: (address: string) =>
      answer(service.aptosAccountName(parseInput(aptosNameApi.aptosAccountName, { address }))),
  }
}

const names: Names = {
  targets: { alice: '0xa', 'pay.alice': '0xb', bob: '0xc', broken: 'aborts' },
  chosen: { [long('a')]: [undefined, 'alice'], [long('b')]: ['pay', 'alice'], [long('d')]: [undefined, 'bob'] },
}

describe('a name', () => {
  test('points to an address, in any case and with a subdomain', async () => {
    const { addressOf } = networkWith(names)
    expect(await addressOf('Alice.APT')).toEqual({ name: 'alice.apt', address: long('a') })
    expect(await addressOf('pay.alice.apt')).toEqual({ name: 'pay.alice.apt', address: long('b') })
  })

  test('that points to nothing, or that the router refuses, is not found', async () => {
    const { addressOf } = networkWith(names)
    expect(await addressOf('carol.apt')).toBe('not_found')
    expect(await addressOf('broken.apt')).toBe('not_found')
  })

  test('is read once in five minutes', async () => {
    const { addressOf, calls, later } = networkWith(names)
    await addressOf('alice.apt')
    await addressOf('alice.apt')
    expect(calls).toHaveLength(1)
    later(5 * 60_000)
    await addressOf('alice.apt')
    expect(calls).toHaveLength(2)
  })

  test('belongs to an account only if it points back', async () => {
    const { nameOf } = networkWith(names)
    expect(await nameOf('0xa')).toEqual({ address: long('a'), name: 'alice.apt' })
    expect(await nameOf('0xb')).toEqual({ address: long('b'), name: 'pay.alice.apt' })
    expect(await nameOf('0xd')).toEqual({ address: long('d'), name: null })
    expect(await nameOf('0xe')).toEqual({ address: long('e'), name: null })
  })

  test('is not known on a network without the names service', async () => {
    const { addressOf, nameOf, calls } = networkWith(names, 83)
    expect([await addressOf('alice.apt'), await nameOf('0xa')]).toEqual(['not_available', 'not_available'])
    expect(calls).toEqual([])
  })
})

test.each([
  ['alice.apt', { domain: 'alice', subdomain: undefined }],
  ['Pay.Alice.apt', { domain: 'alice', subdomain: 'pay' }],
  ['a-1.apt', { domain: 'a-1', subdomain: undefined }],
  ['al.apt', undefined],
  ['-alice.apt', undefined],
  ['alice.eth', undefined],
  ['a.b.alice.apt', undefined],
  [`${'a'.repeat(64)}.apt`, undefined],
  ['аlice.apt', undefined],
  ['.apt', undefined],
  ['apt', undefined],
])('%s is read as a name of the service, or not', (text, name) => {
  expect(parseAptosName(text)).toEqual(name)
})

test('a pasted name leads to the page of its account', () => {
  const [candidate] = aptosRecogniser.read('Alice.apt')
  expect(candidate).toEqual({ kind: 'aptos-name', value: 'alice.apt' })
  expect(candidate && aptosRecogniser.path(candidate, 'aptos')).toBe('/aptos/account/alice.apt')
})
