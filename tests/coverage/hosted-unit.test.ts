import { afterEach, expect, test, vi } from 'vitest'
import { type Coverage, coverageSentence } from '#lib/api/coverage.ts'
import { aptosApi } from '#lib/aptos/interface-api.ts'
import { evmApi } from '#lib/evm/interface-api.ts'
import { systems } from '#lib/server/systems.ts'
import { serveOnPort } from '../gateway/serve-on-port.ts'

const open: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close()
  vi.unstubAllEnvs()
})

const { walletNftTransfers } = aptosApi
const { erc20Transfers } = evmApi

test('coverage passed on from another instance is in the unit of its family: versions on Aptos, blocks on EVM chains', async () => {
  const upstream = await serveOnPort(async (request) => {
    const { example } = new URL(request.url).pathname.includes('erc20') ? erc20Transfers : walletNftTransfers
    const headers = { 'x-index-complete': 'false', 'x-spyglass-coverage': '100-2000' }
    return Response.json(example.output, { headers })
  })
  open.push(upstream)
  vi.stubEnv('DATABASE_URL', 'sqlite::memory:')
  vi.stubEnv('LOG_LEVEL', 'silent')
  vi.stubEnv('UPSTREAM_API_KEY', 'the-key-of-the-hosted-service')
  vi.stubEnv('APTOS_BASE_URL', upstream.baseUrl)
  vi.stubEnv('EVM_BASE_URL', upstream.baseUrl)
  const { aptos, evm, ...rest } = await systems('api')
  open.push(rest)

  const said: Coverage[] = []
  const coveredBy = (coverage: Coverage) => void said.push(coverage)
  await aptos.client.walletNftTransfers(walletNftTransfers.example.input, { coveredBy })
  await evm.client.erc20Transfers(erc20Transfers.example.input, { coveredBy })
  expect(said.map(coverageSentence)).toEqual([
    'Only versions 100 to 2,000 are indexed; earlier and later transactions are not included.',
    'Only blocks 100 to 2,000 are indexed; earlier and later transactions are not included.',
  ])
})
