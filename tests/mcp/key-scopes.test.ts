import { expect, test } from 'vitest'
import * as z from 'zod'
import { commonTools } from '#lib/mcp/common-tools.ts'
import { createMcpDoor } from '#lib/mcp/mcp-handler.ts'
import type { ScopedMcpParts } from '#lib/mcp/parts.ts'
import { mcpTool } from '#lib/mcp/tool.ts'

/* Keys that accounts limit to some of the APIs, at the door of the tools. */

const jsonHeaders = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

/** A family with a chain and a tool of its name. */
const familyOf = (scope: string): ScopedMcpParts => {
  const chain = { chain: scope, title: scope, unit: 'block', source: 'index', indexed: '9', head: '9', as_of: null }
  return {
    scope,
    tools: [
      mcpTool({
        ...{ name: `read_${scope}`, title: scope, description: scope, input: z.object({}) },
        answer: async () => ({ chain: scope, block: '9', coverage: null }),
      }),
    ],
    chains: async () => [{ ...chain, coverage: null, features: {}, error: null }],
    search: async () => ({
      matches: [{ kind: 'address', chain: scope, id: '0x1', name: null, why: 'An address.' }],
      unanswered: [],
    }),
  }
}

/** Calls a tool with a key of these scopes; undefined is the operator's key. */
const callWith = (scopes: readonly string[] | undefined) => {
  const families = [familyOf('evm'), familyOf('aptos')]
  const tools = [...commonTools(families), ...families.flatMap((family) => family.tools)]
  const door = createMcpDoor({
    admit: async () => ({
      ...{ headers: {}, caller: 'limited', requester: { id: 'limited', hasKey: true } },
      ...(scopes && { scopes }),
    }),
    ...{ needsKey: true, visitorOf: () => 'visitor', siteUrl: 'http://localhost', corsOrigins: [] },
    ...{ observe: () => {}, catalog: { site: { name: 'Tests', url: '', version: '1' }, tools, prompts: [] } },
    scopeOf: (tool) => families.find((family) => family.tools.includes(tool))?.scope,
  })
  return async (name: string, given: Record<string, unknown> = {}) => {
    const response = await door(
      new Request('http://localhost/mcp', {
        method: 'POST',
        headers: { host: 'localhost', ...jsonHeaders },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } }),
      }),
    )
    expect(response.status).toBe(200)
    const text = await response.text()
    return JSON.parse(text.slice(text.indexOf('{'))).result
  }
}

test('a key without the scope of a tool is refused as a result that a model reads, with the scopes that it has', async () => {
  const call = callWith(['aptos', 'export'])
  expect(await call('read_evm')).toEqual({
    isError: true,
    content: [{ type: 'text', text: 'forbidden: This API key lacks the scope evm. It has: aptos, export.' }],
  })
  expect(await call('read_aptos')).toMatchObject({ structuredContent: { chain: 'aptos', block: '9' } })
})

test('tools over all chains answer about those that the key is for', async () => {
  const limited = callWith(['aptos'])
  expect((await limited('index_status')).structuredContent.chains).toMatchObject([{ chain: 'aptos' }])
  expect((await limited('search', { query: '0x1' })).structuredContent.matches).toMatchObject([{ chain: 'aptos' }])
  expect(await limited('index_status', { chain: 'evm' })).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('chain is not served here: expected one of aptos') }],
  })
  expect((await callWith([])('index_status')).structuredContent.chains).toEqual([])
})

test('the keys of the operator may use all tools', async () => {
  const call = callWith(undefined)
  for (const chain of ['evm', 'aptos'])
    expect(await call(`read_${chain}`)).toMatchObject({ structuredContent: { chain } })
  expect((await call('index_status')).structuredContent.chains).toHaveLength(2)
})
