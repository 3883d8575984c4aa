import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiKey } from '#tests/support/api-server.ts'
import { bareEnvironment } from '#tests/support/bare-environment.ts'
import { bundledScript } from '#tests/support/bundled-script.ts'
import { demoApi } from '#tests/support/demo-servers.ts'
import { runScript } from '#tests/support/run-script.ts'
import { type Called, textOf } from './clients.ts'

/* `npm run mcp`: the server for assistants that start a program. */

const script = 'lib/server/commands/mcp-bridge.ts'

let server: Awaited<ReturnType<typeof demoApi>>
beforeAll(async () => {
  server = await demoApi()
}, 300_000)
afterAll(async () => await server?.stop())

const connect = async (mode: 'legacy' | { pin: string }, environment: Record<string, string>) => {
  const client = new Client({ name: 'tests', version: '1.0.0' }, { versionNegotiation: { mode } })
  const given = { ...bareEnvironment(), ...environment }
  const env = Object.fromEntries(
    Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
  const args = ['--disable-warning=ExperimentalWarning', await bundledScript(script), '--url', `${server.url}/mcp`]
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env }))
  return client
}

test.each([{ pin: '2026-07-28' }, 'legacy'] as const)('a client of %o calls tools through it', async (mode) => {
  const client = await connect(mode, { MCP_API_KEY: apiKey })
  expect((await client.listTools()).tools).toHaveLength(17)
  const called = (await client.callTool({ name: 'search', arguments: { query: 'Päper' } })) as Called
  expect(textOf(called)).toContain('matches: none')
  const [wrong, known] = await Promise.all([
    client.callTool({ name: 'get_address', arguments: { address: '0x1' } }) as Promise<Called>,
    client.callTool({ name: 'index_status', arguments: {} }) as Promise<Called>,
  ])
  expect([wrong.isError, textOf(known)]).toEqual([true, expect.stringContaining('Demo ledger')])
  await client.close()
})

test('a refusal is the answer to its call', async () => {
  await expect(connect('legacy', { MCP_API_KEY: 'a-wrong-key-0123456789' })).rejects.toThrow('Invalid key')
})

test('without an address it says how it is used', async () => {
  for (const words of [[], ['--url'], ['--url', 'ftp://localhost/mcp']])
    expect(await runScript(script, words, {})).toMatchObject({
      code: 78,
      output: expect.stringContaining('Usage: npm run'),
    })
})
