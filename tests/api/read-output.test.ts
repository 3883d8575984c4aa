import { describe, expect, test } from 'vitest'
import { readOutput } from '#lib/api/client/read-output.ts'
import { aptosApi } from '#lib/aptos/interface-api.ts'
import { isServiceError } from '#lib/base/errors.ts'
import { evmApi } from '#lib/evm/interface-api.ts'

const { walletNftTransfers, walletNfts, transactionVerbose } = evmApi
const page = walletNftTransfers.example.output
const [transfer] = page.result

const transferPage = (fields: Record<string, unknown>, envelope: Record<string, unknown> = {}) => ({
  ...page,
  ...envelope,
  result: [{ ...transfer, ...fields }],
})

const isUpstreamFailure = (attempt: () => unknown): boolean => {
  try {
    attempt()
    return false
  } catch (error) {
    return isServiceError(error, 'upstream_failed')
  }
}

describe('a response from another server', () => {
  test('that matches the schema is passed through untouched, extra fields included', () => {
    const richer = transferPage({ field_of_a_later_version: { a: 1 } })
    expect(readOutput(walletNftTransfers, richer)).toEqual(richer)
  })

  test.each([
    ['a number where text is declared', { block_number: 17715655 }, {}],
    ['text where a number is declared', { log_index: '225', verified: '1' }, {}],
    ['a count and page as text', {}, { page: '0', page_size: '100' }],
    ['a boolean as text', { possible_spam: 'false' }, { index_complete: 'true' }],
    ['addresses in mixed case', { to_address: '0x1A2B3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d' }, {}],
    ['a time without a time zone', { block_timestamp: '2023-07-17T21:27:59.000' }, {}],
    ['a time in microseconds', { block_timestamp: '2023-07-17T21:27:59.000000Z' }, {}],
    ['a time in seconds', { block_timestamp: '2023-07-17T21:27:59Z' }, {}],
    ['a time in another time zone', { block_timestamp: '2023-07-17T23:27:59+02:00' }, {}],
    ['a missing nullable field', { operator: undefined }, { total: undefined }],
  ])('with %s is normalised to what this API returns', (_, fields, envelope) => {
    expect(readOutput(walletNftTransfers, transferPage(fields, envelope))).toEqual(page)
  })

  test('is not modified in place', () => {
    const body = transferPage({ block_number: 1 })
    readOutput(walletNftTransfers, body)
    expect(body.result[0]).toMatchObject({ block_number: 1 })
  })

  test.each([
    ['nothing', null],
    ['text', 'ok'],
    ['an error', { message: 'Internal' }],
    ['a list instead of a page', [transfer]],
    ['a page without records', { ...page, result: null }],
    ['a record without its key', transferPage({ token_address: undefined })],
    ['an amount that is not a whole number', transferPage({ amount: '1.5' })],
    ['a number too large to be exact', transferPage({ amount: 1e21 })],
    ['an invalid time', transferPage({ block_timestamp: '2023-99-99T00:00:00Z' })],
  ])('with %s is refused as upstream_failed', (_, body) => {
    expect(isUpstreamFailure(() => readOutput(walletNftTransfers, body))).toBe(true)
  })

  test('with odd metadata never fails a page: odd attribute values become JSON text', () => {
    const { output } = walletNfts.example
    const [nft] = output.result
    const attributes = [{ trait_type: 7, value: { nested: [1] }, display_type: null, max_value: 'many', order: 'x' }]
    const body = { ...output, result: [{ ...nft, normalized_metadata: { ...nft?.normalized_metadata, attributes } }] }
    expect(readOutput(walletNfts, body).result[0]?.normalized_metadata?.attributes).toEqual([
      { trait_type: '7', value: '{"nested":[1]}', display_type: null, max_value: null, trait_count: 0, order: null },
    ])
  })

  test('with a list as a decoded value turns it into JSON text', () => {
    const { output } = transactionVerbose.example
    const params = [{ name: 'ids', type: 'uint256[]', value: ['1', '2'] }]
    const body = { ...output, decoded_call: { ...output.decoded_call, params } }
    expect(readOutput(transactionVerbose, body).decoded_call?.params).toEqual([{ ...params[0], value: '["1","2"]' }])
  })

  test('with transactions of an Aptos block passes them through untouched, unknown kinds included', () => {
    const { output } = aptosApi.blockByHeight.example
    const unknown = { type: 'quantum_transaction', hash: '0xab', deep: { list: [1, null, 'x'] } }
    const body = { ...output, transactions: [...(output.transactions ?? []), unknown] }
    expect(readOutput(aptosApi.blockByHeight, body)).toEqual(body)
  })
})
