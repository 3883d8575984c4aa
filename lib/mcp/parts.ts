import type { McpTool, ToolCall, ToolCoverage } from './tool.ts'

/** A chain as `index_status` shows it. */
export type McpChain = {
  chain: string
  /** Whether `chain` is a test network, its unit, and what is indexed of it. */
  title: string
  unit: string
  source: string | null
  indexed: string | null
  head: string | null
  as_of: string | null
  coverage: ToolCoverage | null
  features: Record<string, unknown>
  error: string | null
}

/** Something that a search found. */
type McpMatch = {
  kind: string
  chain: string
  id: string
  name: string | null
  why: string
  possible_spam?: boolean
}

type McpSearch = { matches: McpMatch[]; unanswered: string[] }

/** A prompt that a user chooses; its arguments are texts. */
export type McpPrompt = {
  name: string
  title: string
  description: string
  arguments: Readonly<Record<string, string>>
  /** Those of `arguments` that may be left out. */
  optional?: readonly string[]
  text: (given: Partial<Record<string, string>>) => string
}

/** What a family of chains adds to the MCP server. */
export type McpParts = {
  tools: readonly McpTool[]
  prompts?: readonly McpPrompt[]
  chains: (call: ToolCall) => Promise<McpChain[]>
  /** Undefined if the chain is not of this family. */
  search: (query: string, chain: string | undefined, call: ToolCall) => Promise<McpSearch | undefined>
}

/** The parts of a family, and the scope that a key needs for them. */
export type ScopedMcpParts = McpParts & { scope: string }

/** The tools and prompts of this server, and what it is called. */
export type McpCatalog = {
  site: { name: string; url: string; version: string }
  tools: readonly McpTool[]
  prompts: readonly McpPrompt[]
}
