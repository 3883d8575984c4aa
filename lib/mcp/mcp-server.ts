import { McpServer } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { isServiceError, type ServiceError, unexpected } from '#lib/base/errors.ts'
import { apiGuide, instructions } from './guide.ts'
import type { McpCatalog, McpPrompt } from './parts.ts'
import { inputSchemaOf, type McpTool, type ToolCall, toolInput } from './tool.ts'
import { errorResult, outputSchema, type ToolResult, toolResult } from './tool-result.ts'

/** One request, which may call several tools. */
export type McpExchange = {
  requestId: string
  call: ToolCall
  /** Whether the caller may use this tool. @throws forbidden */
  checkScope: (tool: McpTool) => void
  /** Charges a tool call of the request. @throws rate_limited */
  charge: () => Promise<void>
  onError: (error: unknown) => void
}

const annotations = { readOnlyHint: true, idempotentHint: true, destructiveHint: false, openWorldHint: true }

/** Lists change with the version of the program alone. */
const listTtlMs = 3_600_000
const chainsTtlMs = 10_000
const listCache = { ttlMs: listTtlMs, cacheScope: 'public' } as const

/** A schema that passes everything on: arguments are parsed by the contract kit, whose messages name what is accepted. */
const schemaOf = (json: Record<string, unknown>) => ({
  '~standard': {
    version: 1 as const,
    vendor: 'spyglass',
    validate: (value: unknown) => ({ value }),
    jsonSchema: { input: () => json, output: () => json },
  },
})

const output = schemaOf(outputSchema)
const inputs = new WeakMap<McpTool, ReturnType<typeof schemaOf>>()
const inputOf = (tool: McpTool): ReturnType<typeof schemaOf> => {
  const known = inputs.get(tool) ?? schemaOf(inputSchemaOf(tool))
  inputs.set(tool, known)
  return known
}

/** The server of one request: nothing is kept between two. */
export const createMcpServer = ({ site, tools, prompts }: McpCatalog, exchange: McpExchange): McpServer => {
  const server = new McpServer(
    { name: 'spyglass', title: site.name, version: site.version, websiteUrl: site.url },
    {
      instructions: instructions(site.name),
      // Nothing here changes while a client is connected.
      capabilities: {
        tools: { listChanged: false },
        resources: { listChanged: false },
        prompts: { listChanged: false },
      },
      cacheHints: { 'tools/list': listCache, 'prompts/list': listCache, 'resources/list': listCache },
    },
  )
  for (const tool of tools) {
    const { name, title, description } = tool
    server.registerTool(
      name,
      { title, description, inputSchema: inputOf(tool), outputSchema: output, annotations: { title, ...annotations } },
      (given: unknown) => callTool(tool, given, exchange),
    )
  }
  addResources(server, { site, tools, prompts }, exchange)
  for (const prompt of prompts) addPrompt(server, prompt)
  return server
}

/** Runs a tool. Whatever it throws is a result: only a model that reads it can do better. */
const callTool = async (tool: McpTool, given: unknown, exchange: McpExchange): Promise<ToolResult> => {
  try {
    exchange.checkScope(tool)
    await exchange.charge()
    return toolResult(tool.name, await tool.answer(toolInput(tool, given), exchange.call))
  } catch (thrown) {
    exchange.call.signal.throwIfAborted()
    exchange.onError(thrown)
    const error = isServiceError(thrown) ? thrown : unexpected(thrown)
    return errorResult(faultText(tool, error, exchange.requestId))
  }
}

/** What a model should do about an error, by its code. */
const remedies: Partial<Record<ServiceError['code'], string>> = {
  chain_not_served: 'Call index_status for the chains of this server.',
  not_found: 'It may exist outside what is indexed here: index_status has the indexed ranges.',
  not_available: 'Neither the index nor a node of this server has this. index_status says what it has.',
  upstream_timeout: 'Try once more, or ask for less.',
  upstream_failed: 'Try once more, or ask for less.',
}

const faultText = (tool: McpTool, { code, message, retryAfterSeconds }: ServiceError, requestId: string): string =>
  [
    `${code}: ${/[.!?]$/.test(message) ? message : `${message}.`}`,
    code === 'invalid_request'
      ? `${tool.name} accepts: ${Object.keys(tool.input.shape).join(', ') || 'no arguments'}.`
      : remedies[code],
    retryAfterSeconds === undefined ? undefined : `Wait ${Math.ceil(retryAfterSeconds)} s before the next call.`,
    code === 'internal' ? `Request ${requestId}` : undefined,
  ]
    .filter((sentence) => sentence !== undefined)
    .join(' ')

const addResources = (server: McpServer, catalog: McpCatalog, exchange: McpExchange): void => {
  const chains = {
    title: 'Chains',
    description: 'The chains of this server and what is indexed of each.',
    mimeType: 'application/json',
  }
  const docs = { title: 'Guide', description: 'How to ask this server, in short.', mimeType: 'text/markdown' }
  server.registerResource(
    'chains',
    'spyglass://chains',
    { ...chains, cacheHint: { ttlMs: chainsTtlMs } },
    async ({ href }) => {
      const status = catalog.tools.find(({ name }) => name === 'index_status')
      const result = status && (await callTool(status, {}, exchange))
      const text = JSON.stringify(result?.structuredContent ?? { error: result?.content[0]?.text })
      return { contents: [{ uri: href, mimeType: chains.mimeType, text }] }
    },
  )
  server.registerResource('docs/api', 'spyglass://docs/api', { ...docs, cacheHint: listCache }, async ({ href }) => ({
    contents: [{ uri: href, mimeType: docs.mimeType, text: apiGuide(catalog) }],
  }))
}

const addPrompt = (
  server: McpServer,
  { name, title, description, optional = [], text, ...prompt }: McpPrompt,
): void => {
  const shape = Object.entries(prompt.arguments).map(([key, meaning]) => {
    const schema = z.string().max(promptArgumentMax).describe(meaning)
    return [key, optional.includes(key) ? schema.optional() : schema]
  })
  const argsSchema: z.ZodObject<Record<string, z.ZodOptional<z.ZodString>>> = z.object(Object.fromEntries(shape))
  server.registerPrompt(name, { title, description, argsSchema }, (given) => ({
    messages: [{ role: 'user', content: { type: 'text', text: text(given) } }],
  }))
}

const promptArgumentMax = 200
