import type { FamilyParts, Handler, RequestGate } from '#lib/config/family.ts'
import { createObserve } from '#lib/gateway/monitoring/observe.ts'
import { commonTools } from '#lib/mcp/common-tools.ts'
import { llmsText } from '#lib/mcp/guide.ts'
import { createMcpDoor } from '#lib/mcp/mcp-handler.ts'
import type { McpCatalog } from '#lib/mcp/parts.ts'
import { readOnly } from '#lib/server/handlers.ts'
import packageFacts from '#package.json' with { type: 'json' }
import type { Base } from './base.ts'

/** The server for assistants, and its guide for those that read the site. The tools of all families come first, then those of each. */
export const mcpHandlers = (
  { log, metrics, admit, compressed }: RequestGate,
  { config, visitorOf }: Base,
  parts: readonly FamilyParts[],
): Record<'mcp' | 'llms', Handler> => {
  const families = parts.flatMap(({ name, mcp }) => (mcp ? { ...mcp, scope: name } : []))
  const scopes = new Map(families.flatMap(({ tools, scope }) => tools.map((tool) => [tool, scope] as const)))
  const { siteUrl, site, corsOrigins, apiKeys } = config
  const catalog: McpCatalog = {
    site: { name: site.name, url: siteUrl, version: packageFacts.version },
    tools: [...commonTools(families), ...families.flatMap(({ tools }) => tools)],
    prompts: families.flatMap(({ prompts = [] }) => prompts),
  }
  const door = createMcpDoor({
    admit,
    compressed,
    siteUrl,
    corsOrigins,
    visitorOf,
    catalog,
    needsKey: apiKeys.length > 0,
    scopeOf: (tool) => scopes.get(tool),
    observe: createObserve({ system: 'mcp', log, metrics }),
  })
  const text = llmsText(catalog)
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'access-control-allow-origin': '*' }
  return { mcp: metrics.countInFlight('mcp', door), llms: readOnly(async () => new Response(text, { headers })) }
}
