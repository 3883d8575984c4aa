import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { McpGuide } from '#components/docs/mcp-guide.tsx'

test('/docs/mcp has a line for each assistant, with the address of this server', () => {
  const tools = [{ name: 'index_status', description: 'The chains of this server.' }]
  const html = renderToStaticMarkup(<McpGuide origin="https://explorer.example" tools={tools} />)
  for (const name of ['Claude Code', 'Claude Desktop', 'Cursor', 'VS Code', 'Codex', 'Gemini CLI'])
    expect(html).toContain(`<h3 class="font-medium">${name}</h3>`)
  expect(html.split('https://explorer.example/mcp').length - 1).toBe(7)
  expect(html).toContain('claude mcp add --transport http spyglass')
  expect(html).toContain('index_status')
})
