import { describe, expect, test } from 'vitest'
import { keyUseSpans } from '#components/account/key-use.tsx'
import { networkTitle } from '#components/account/network-title.ts'
import { serverFault } from '#components/account/wallet/use-sign-in.ts'
import { labelPath } from '#components/labels/stored/label-path.ts'
import { walletFault } from '#components/wallet/wallet-fault.ts'
import { walletNetwork } from '#components/wallet/wallet-network.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { dataSecurityPolicy, pageSecurityPolicy, threadSecurityPolicy } from '#lib/http/front.ts'

describe('errors of wallets become messages', () => {
  test.each([
    ['text from the adapter', 'User has rejected the request', 'The wallet rejected the request'],
    ['an Error', new Error('User declined'), 'The wallet rejected the request'],
    ['a plain object', { code: 4001, message: 'Request denied' }, 'The wallet rejected the request'],
    ['the code of EIP-1193 without words', { code: 4001 }, 'The wallet rejected the request'],
    ['a closed window', 'The user closed the window', 'The wallet was closed'],
    ['a locked wallet', 'Wallet is locked', 'The wallet is locked'],
    ['an unknown error', new Error('boom'), 'The wallet did not answer as expected'],
    ['nothing', undefined, 'The wallet did not answer as expected'],
  ])('%s', (_, thrown, title) => expect(walletFault(thrown).title).toBe(title))

  test('long wallet messages are shortened', () =>
    expect(walletFault('x'.repeat(10_000)).text.length).toBeLessThan(300))
})

describe('errors of the server become messages', () => {
  test('a keyless account is told why, and what to do', () => {
    const details = [{ name: 'publicKey', message: 'is a keyless key, which cannot be verified here' }]
    const fault = serverFault(new ServiceError('invalid_request', 'A parameter is wrong.', { details }))
    expect(fault.title).toBe('This kind of account cannot sign in here')
    expect(fault.text).toContain('keyless')
  })
  test('a contract wallet that is not deployed is told why, and what to do', () => {
    const details = [
      {
        name: 'signature',
        message: 'is of a wallet that is not deployed on this chain, which cannot be verified here',
      },
    ]
    const fault = serverFault(new ServiceError('invalid_request', 'A parameter is wrong.', { details }))
    expect(fault.title).toBe('This kind of account cannot sign in here')
    expect(fault.text).toContain('deploys it')
  })
  test('an unreachable server is not a refusal', () =>
    expect(serverFault(new TypeError('Failed to fetch')).title).toBe('The server did not answer'))
  test('a full node without a response is not a refusal', () =>
    expect(serverFault(new ServiceError('not_available', 'No full node.')).title).toBe(
      'The account cannot be checked now',
    ))
})

test('the network is identified only by its chain id', () => {
  expect([{ chainId: 1 }, { chainId: 2 }, { chainId: 83 }, {}, null].map(walletNetwork)).toEqual([
    'mainnet',
    'testnet',
    undefined,
    undefined,
    undefined,
  ])
})

test('the network of a session has the name of its chain here', () => {
  const chains = [{ id: 10, title: 'Optimism' }]
  expect(['mainnet', 'eip155:10', 'eip155:137'].map((network) => networkTitle(network, chains))).toEqual([
    'Aptos mainnet',
    'Optimism',
    'chain id 137',
  ])
})

test('a label links to the page of its item', () => {
  const path = (kind: 'wallet' | 'collection' | 'token', chain: string, subject: string) =>
    labelPath({ kind, chain, subject })
  expect(path('wallet', 'bsc-testnet', '0xa')).toBe('/bsc-testnet/address/0xa')
  expect(path('collection', 'eth', '0xa')).toBe('/eth/token/0xa')
  expect(path('token', 'eth', '0xa')).toBe('/eth/token/0xa')
  expect(path('token', 'eth', '0xa/7')).toBe('/eth/nft/0xa/7')
  expect(path('wallet', 'aptos', '0xa')).toBe('/aptos/account/0xa')
  expect(path('collection', 'aptos', '0xa')).toBe('/aptos/collection/0xa')
  expect(path('token', 'aptos-testnet', '0xa')).toBe('/aptos/token/0xa?network=testnet')
})

describe('key usage over time', () => {
  const now = Date.parse('2026-03-02T10:30:00Z')

  test('includes hours without requests, and ends with the current one', () => {
    const spans = keyUseSpans([{ hour: '2026-03-02T08:00:00.000Z', requests: 5 }], 4, 1, now)
    expect(spans.map(({ start, requests }) => [start.slice(11, 16), requests])).toEqual([
      ['07:00', 0],
      ['08:00', 5],
      ['09:00', 0],
      ['10:00', 0],
    ])
  })
  test('neither loses nor duplicates requests when hours are combined', () => {
    const use = Array.from({ length: 24 }, (_, hour) => ({
      hour: new Date(Date.parse('2026-03-01T12:00:00Z') + hour * 3_600_000).toISOString(),
      requests: 1,
    })).filter(({ hour }) => Date.parse(hour) <= now)
    const spans = keyUseSpans(use, 168, 6, now)
    expect(spans).toHaveLength(28)
    expect(spans.reduce((sum, { requests }) => sum + requests, 0)).toBe(use.length)
  })
  test('leaves out everything before the period', () =>
    expect(
      keyUseSpans([{ hour: '2026-02-01T00:00:00.000Z', requests: 9 }], 24, 1, now).every((one) => one.requests === 0),
    ).toBe(true))
})

describe('the content security policy', () => {
  const directives = new Map(
    pageSecurityPolicy('bm9uY2U=')
      .split('; ')
      .map((directive) => {
        const [name = '', ...sources] = directive.split(' ')
        return [name, sources.join(' ')]
      }),
  )
  test('requires the nonce for scripts, and allows no eval', () => {
    expect(directives.get('script-src')).toBe("'nonce-bm9uY2U=' 'strict-dynamic'")
    expect(directives.get('script-src-attr')).toBe("'none'")
  })
  test('names no other origin', () => {
    expect([...directives.values()].join(' ')).not.toMatch(/https?:|\*|wss?:/)
    expect(directives.get('connect-src')).toBe("'self'")
    expect(directives.get('frame-ancestors')).toBe("'none'")
    expect(directives.get('base-uri')).toBe("'none'")
  })
  test('starts with script-src, where Next.js looks for the nonce', () =>
    expect([...directives.keys()].find((name) => name.startsWith('script-src'))).toBe('script-src'))
  test("restricts workers to this server's files and API", () => {
    expect(directives.get('worker-src')).toBe("'self'")
    expect(threadSecurityPolicy).toBe(`${dataSecurityPolicy}; script-src 'self'; connect-src 'self'`)
  })
  test('lets data run and fetch nothing', () => expect(dataSecurityPolicy).toContain("default-src 'none'"))
})
