import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

/* The official clients, of both generations of the protocol. */

export const generations = ['2026-07-28', '2025-11-25', 'older SDK'] as const
export type Generation = (typeof generations)[number]

export type Called = { isError?: boolean | undefined; content: unknown; structuredContent?: Record<string, unknown> }

/** What the tests use of either client. */
export type AnyClient = Pick<
  Client,
  'listTools' | 'listPrompts' | 'listResources' | 'readResource' | 'getPrompt' | 'getInstructions' | 'close'
> & {
  callTool: (call: { name: string; arguments?: Record<string, unknown> }) => Promise<unknown>
}

const info = { name: 'tests', version: '1.0.0' }

export const connect = async (
  generation: Generation,
  server: string,
  headers: Record<string, string> = {},
): Promise<AnyClient> => {
  const url = new URL('/mcp', server)
  if (generation === 'older SDK') {
    const client = new OlderClient(info)
    await client.connect(new OlderTransport(url, { requestInit: { headers } }))
    return client as unknown as AnyClient
  }
  const mode = generation === '2026-07-28' ? { pin: generation } : 'legacy'
  const client = new Client(info, { versionNegotiation: { mode } })
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
  return client
}

/** The text of a tool's result. */
export const textOf = ({ content }: Called): string =>
  (content as { type: string; text: string }[]).map(({ text }) => text).join('\n')
