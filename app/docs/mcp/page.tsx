import type { Metadata } from 'next'
import { McpGuide } from '#components/docs/mcp-guide.tsx'
import { ReferenceLayout } from '#components/docs/reference-nav.tsx'
import { PageTitle } from '#components/ui/page-title.tsx'
import { referenceOf } from '#lib/api/reference.ts'
import { servedApis } from '#lib/server/served-apis.ts'
import { systems } from '#lib/server/systems.ts'

const references = servedApis.map(referenceOf)

/** The address that the lines show is this installation's. */
export const dynamic = 'force-dynamic'

export const metadata: Metadata = {
  title: 'MCP server',
  description: 'How assistants such as Claude, Cursor and Codex ask this explorer.',
}

export default async function McpPage() {
  const { siteUrl, mcpTools } = await systems()
  return (
    <ReferenceLayout systems={references} current="/docs/mcp">
      <PageTitle kind="MCP server" />
      <McpGuide origin={siteUrl} tools={mcpTools} />
    </ReferenceLayout>
  )
}
