import { describe, expect, test } from 'vitest'
import { signInApi } from '#lib/account/contract/api.ts'
import { buildRequest } from '#lib/api/client/build-request.ts'
import { isRetryable } from '#lib/api/client/call.ts'
import { createClient } from '#lib/api/client/client.ts'
import { renderNestError, renderPlainError } from '#lib/api/error-bodies.ts'
import { ServiceError as AnyServiceError, errorCodes, isServiceError, type ServiceError } from '#lib/base/errors.ts'
import { evmApi } from '#lib/evm/interface-api.ts'

const baseUrl = 'https://spyglass.example'
const wallet = '0x1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d'

const clientAnswering = (answer: () => Response) => createClient(evmApi, { baseUrl, send: async () => answer() })

const failureOf = async (call: Promise<unknown>): Promise<ServiceError> => {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!isServiceError(error)) throw new Error('It did not fail with a ServiceError', { cause: error })
  return error
}

describe('a request', () => {
  test('puts its parameters into the path and the query, encoded', () => {
    const { url, headers } = buildRequest(
      evmApi.walletNfts,
      { address: wallet, chain: 'bsc testnet', token_addresses: [wallet], exclude_spam: undefined },
      { baseUrl, headers: { 'x-api-key': 'k' } },
    )
    expect(url).toBe(`${baseUrl}/api/v2/${wallet}/nft?chain=bsc+testnet&token_addresses%5B%5D=${wallet}`)
    expect([headers.get('accept'), headers.get('x-api-key')]).toEqual(['application/json', 'k'])
  })

  test('cannot escape its path through a parameter', () => {
    const { url } = buildRequest(evmApi.walletNfts, { address: '../../x?y#z' }, { baseUrl })
    expect(url).toBe(`${baseUrl}/api/v2/..%2F..%2Fx%3Fy%23z/nft`)
  })

  test.each(['', '.', '..', undefined])(
    'is refused when the path parameter is %j, which a URL would drop',
    (address) => {
      expect(() => buildRequest(evmApi.walletNfts, { address }, { baseUrl })).toThrow(
        expect.objectContaining({ code: 'invalid_request', message: 'address is required' }),
      )
    },
  )

  test('to a POST endpoint sends a JSON body', async () => {
    const sent: Request[] = []
    const client = createClient(signInApi, {
      baseUrl,
      send: async (request) => {
        sent.push(request)
        return Response.json({}, { status: 201 })
      },
    })
    await client.verifyChallenge({ message: 'a\nb', signature: '0x00' })
    expect(sent[0]?.method).toBe('POST')
    expect(sent[0]?.headers.get('content-type')).toBe('application/json')
    expect(await sent[0]?.json()).toEqual({ message: 'a\nb', signature: '0x00' })
  })

  test('is aborted when its caller goes away', async () => {
    const controller = new AbortController()
    const { signal } = buildRequest(evmApi.walletNfts, { address: wallet }, { baseUrl }, controller.signal)
    controller.abort()
    expect(signal.aborted).toBe(true)
  })
})

describe('an error response', () => {
  const codes = Object.keys(errorCodes) as (keyof typeof errorCodes)[]

  test.each([
    ['EVM', renderPlainError],
    ['Aptos and sign-in', renderNestError],
  ])('of the %s APIs becomes the error that the server threw', async (_, render) => {
    for (const code of codes) {
      const thrown = new AnyServiceError(code, 'Something is not right.', { retryAfterSeconds: 7 })
      const answer = () =>
        Response.json(render(thrown, 'id'), { status: thrown.status, headers: { 'retry-after': '7' } })
      const error = await failureOf(clientAnswering(answer).walletNfts({ address: wallet }))
      expect(error).toMatchObject({
        code,
        message: 'Something is not right.',
        status: thrown.status,
        retryAfterSeconds: 7,
      })
    }
  })

  test('keeps the issues of each parameter', async () => {
    const details = [{ name: 'address', message: 'is not a valid hex address' }]
    const thrown = new AnyServiceError('invalid_request', 'address is not a valid hex address', { details })
    const answer = () => Response.json(renderPlainError(thrown, 'id'), { status: 400 })
    expect(await failureOf(clientAnswering(answer).walletNfts({ address: wallet }))).toMatchObject({ details })
  })

  test.each([
    [
      400,
      { message: ['limit must not be greater than 100', 'offset is wrong'] },
      'invalid_request',
      'limit must not be greater than 100; offset is wrong',
    ],
    [401, { message: 'Invalid key' }, 'key_required', 'Invalid key'],
    [418, {}, 'invalid_request', 'The server responded with 418.'],
    [424, { message: 'Unauthorized' }, 'invalid_request', 'Unauthorized'],
    [500, { error: 'x' }, 'internal', 'The server responded with 500.'],
    [520, null, 'upstream_failed', 'The server responded with 520.'],
    [500, { message: { a: 1 }, code: '__proto__' }, 'internal', 'The server responded with 500.'],
  ])('%i %j from another server maps to the nearest error code', async (status, body, code, message) => {
    const answer = () => Response.json(body, { status })
    expect(await failureOf(clientAnswering(answer).walletNfts({ address: wallet }))).toMatchObject({ code, message })
  })

  test('that is not JSON, as from a proxy, is described by its status', async () => {
    const answer = () => new Response('<html>Bad gateway</html>', { status: 502 })
    const error = await failureOf(clientAnswering(answer).walletNfts({ address: wallet }))
    expect(error).toMatchObject({ code: 'upstream_failed', message: 'The server responded with 502.' })
  })
})

test('only transient failures and lost connections are retryable', () => {
  expect(isRetryable(new TypeError('fetch failed'))).toBe(true)
  expect(isRetryable(new AnyServiceError('rate_limited', 'x'))).toBe(true)
  expect(isRetryable(new AnyServiceError('not_found', 'x'))).toBe(false)
  expect(isRetryable(new AnyServiceError('invalid_request', 'x'))).toBe(false)
})
