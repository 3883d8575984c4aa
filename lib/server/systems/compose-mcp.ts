import type { FamilyParts, Handler, RequestGate } from '#lib/config/family.ts'
import { createObserve } from '#lib/gateway/observe.ts'
import { commonTools } from '#lib/mcp/common-tools.ts'
import { llmsText } from '#lib/mcp/guide.ts'
import { createMcpDoor } from '#lib/mcp/mcp-handler.ts'
import type { McpCatalog, ScopedMcpParts } from '#lib/mcp/parts.ts'
import { readOnly } from '#lib/server/handlers.ts'
import packageFacts from '#package.json' with { type: 'json' }
import type { Base } from './base.ts'

const familiesOf = (parts: readonly FamilyParts[]): readonly ScopedMcpParts[] =>
  parts.flatMap(({ name, mcp }) => (mcp ? { ...mcp, scope: name } : []))

/** Its tools: those over all families come first, then those of each. */
export const createMcpCatalog = ({ config }: Base, parts: readonly FamilyParts[]): McpCatalog => {
  const families = familiesOf(parts)
  return {
    site: { name: config.site.name, url: config.siteUrl, version: packageFacts.version },
    tools: [...commonTools(families), ...families.flatMap(({ tools }) => tools)],
    prompts: families.flatMap(({ prompts = [] }) => prompts),
  }
}

/** The server for assistants, and its guide for those that read the site. */
export const mcpHandlers = (
  { log, metrics, admit, compressed }: RequestGate,
  base: Base,
  parts: readonly FamilyParts[],
): Record<'mcp' | 'llms', Handler> => {
  const scopes = new Map(familiesOf(parts).flatMap(({ tools, scope }) => tools.map((tool) => [tool, scope] as const)))
  const { siteUrl, corsOrigins, apiKeys } = base.config
  const catalog = createMcpCatalog(base, parts)
  const door = createMcpDoor({
    admit,
    compressed,
    siteUrl,
    corsOrigins,
    catalog,
    visitorOf: base.visitorOf,
    needsKey: apiKeys.length > 0,
    scopeOf: (tool) => scopes.get(tool),
    observe: createObserve({ system: 'mcp', log, metrics }),
  })
  const text = llmsText(catalog)
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'access-control-allow-origin': '*' }
  return { mcp: metrics.countInFlight('mcp', door), llms: readOnly(async () => new Response(text, { headers })) }
}
