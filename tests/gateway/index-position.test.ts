import { expect, test } from 'vitest'
import { renderPlainError } from '#lib/api/error-bodies.ts'
import { serve } from '#lib/api/serve/serve.ts'
import { aptosIndexPosition } from '#lib/aptos/network/index-state.ts'
import { recent } from '#lib/base/shared-calls.ts'
import { evmIndexPosition } from '#lib/evm/network/index-position.ts'
import { createGateway } from '#lib/gateway/gateway.ts'
import { lanternApi, lanternService } from './lantern-api.ts'

const get = (source: string, indexPosition: () => Promise<Record<string, string>>) =>
  serve(lanternApi, createGateway(lanternApi, [{ name: source, service: lanternService() }]), {
    renderError: renderPlainError,
    indexPosition,
    observe: () => {},
  })(new Request('http://page.test/v1/lanterns/paper'))

test('a response reports its duration and the indexed block', async () => {
  const { headers } = await get('index', async () => ({ 'x-spyglass-indexed': 'block 7' }))
  expect(headers.get('x-spyglass-indexed')).toBe('block 7')
  expect(headers.get('server-timing')).toMatch(/^total;dur=\d+\.\d$/)
  for (const name of ['server-timing', 'x-spyglass-indexed', 'x-spyglass-indexed-time'])
    expect(headers.get('access-control-expose-headers')).toContain(name)
})

test('a hosted response, or an unknown position, has no header and does not fail', async () => {
  const hosted = await get('hosted', async () => ({ 'x-spyglass-indexed': 'block 7' }))
  expect(hosted.headers.get('x-spyglass-indexed')).toBeNull()
  const failing = await get('index', () => Promise.reject(new Error('no database')))
  expect([failing.status, failing.headers.get('x-spyglass-indexed')]).toEqual([200, null])
})

const chain = (name: string, chain_id: string, indexed_block: string | null) =>
  ({ chain: name, chain_id, indexed_block, indexed_block_timestamp: '2026-01-01T00:00:00.000Z' }) as never

test('an EVM chain is matched by name, by id, or as the default', async () => {
  const indexPosition = evmIndexPosition(async () => [chain('polygon', '0x89', '9'), chain('bsc', '0x38', null)])
  const of = async (asked?: string) => (await indexPosition('any', { chain: asked }))['x-spyglass-indexed']
  expect(await of('polygon')).toBe('block 9')
  expect(await of('0x89')).toBe('block 9')
  expect(await of()).toBe('block 9')
  expect(await of('bsc')).toBeUndefined()
  expect(await of('eth')).toBeUndefined()
})

test('an Aptos position is sent only for lists from the index', async () => {
  const indexPosition = aptosIndexPosition(
    { nftOwners: true },
    async () => ({ last_version: '816' }) as never,
    'mainnet',
  )
  expect(await indexPosition('nftOwners', {})).toEqual({ 'x-spyglass-indexed': 'version 816' })
  expect(await indexPosition('blockByHeight', {})).toEqual({})
})

test('a value is cached for its time to live, and a failure is not', async () => {
  let now = 0
  let reads = 0
  const read = recent(
    async () => {
      reads++
      if (reads === 1) throw new Error('once')
      return reads
    },
    1_000,
    () => now,
  )
  await expect(read()).rejects.toThrow('once')
  expect([await read(), await read()]).toEqual([2, 2])
  now = 1_001
  expect(await read()).toBe(3)
})
