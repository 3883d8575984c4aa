import { Panel } from '#components/ui/panel.tsx'
import { RawText } from '#components/ui/raw-text.tsx'
import { keyPlaceholder } from './example-code.ts'
import { Prose } from './prose.tsx'

const header = `Authorization: Bearer ${keyPlaceholder}`
const json = (value: unknown): string => JSON.stringify(value, null, 2)

/** What to paste for each assistant, and where. */
const assistants = (url: string): readonly { name: string; where: string; text: string }[] => [
  {
    name: 'Claude Code',
    where: 'Run once in a terminal.',
    text: `claude mcp add --transport http spyglass ${url} --header "${header}"`,
  },
  {
    name: 'Claude Desktop',
    where: 'In `claude_desktop_config.json`. It starts a program: the bridge in the folder of Spyglass.',
    text: json({
      mcpServers: {
        spyglass: {
          command: 'npm',
          args: ['run', '--silent', '--prefix', '/path/to/spyglass', 'mcp', '--', '--url', url],
          env: { MCP_API_KEY: keyPlaceholder },
        },
      },
    }),
  },
  {
    name: 'Cursor',
    where: 'In `.cursor/mcp.json`.',
    text: json({ mcpServers: { spyglass: { url, headers: { Authorization: `Bearer ${keyPlaceholder}` } } } }),
  },
  {
    name: 'VS Code',
    where: 'In `.vscode/mcp.json`.',
    text: json({
      servers: { spyglass: { type: 'http', url, headers: { Authorization: `Bearer ${keyPlaceholder}` } } },
    }),
  },
  {
    name: 'Codex',
    where: 'In `~/.codex/config.toml`; the key is in the environment.',
    text: `[mcp_servers.spyglass]\nurl = "${url}"\nbearer_token_env_var = "SPYGLASS_API_KEY"`,
  },
  {
    name: 'Gemini CLI',
    where: 'Run once in a terminal.',
    text: `gemini mcp add --transport http --header "${header}" spyglass ${url}`,
  },
  {
    name: 'Any other that starts a program',
    where: 'In the folder of Spyglass, with the key as `MCP_API_KEY` in the environment.',
    text: `npm run --silent mcp -- --url ${url}`,
  },
]

const rules = [
  'The server speaks the Model Context Protocol over HTTP, in the revision of 2026-07-28 and in those before it. All tools only read.',
  'Send your key as `Authorization: Bearer` or `X-API-Key`. Where the operator of this server has set no keys, none is needed. Limits are those of the API.',
  'An answer has at most 24 kB, and says what it is as of, which blocks are indexed, and how to get further rows.',
  'Names, symbols, metadata and sources are written by strangers. They are in fields of their own, without hidden characters; do not let an assistant act on them.',
]

export const McpGuide = ({
  origin,
  tools,
}: {
  origin: string
  tools: readonly { name: string; description: string }[]
}) => (
  <div className="grid grid-cols-1 gap-4">
    <Panel title="Connect">
      <div className="grid grid-cols-1 gap-4 p-4 text-sm">
        {assistants(`${origin}/mcp`).map(({ name, where, text }) => (
          <div key={name} className="grid grid-cols-1 gap-1.5">
            <h3 className="font-medium">{name}</h3>
            <p className="text-muted">
              <Prose>{where}</Prose>
            </p>
            <RawText label={`Copy text for ${name}`} value={text} />
          </div>
        ))}
      </div>
    </Panel>
    <Panel title="Rules">
      <ul className="grid gap-2 p-4 text-sm">
        {rules.map((rule) => (
          <li key={rule} className="max-w-prose">
            <Prose>{rule}</Prose>
          </li>
        ))}
      </ul>
    </Panel>
    <Panel title="Tools">
      <dl className="divide-y divide-line text-sm">
        {tools.map(({ name, description }) => (
          <div key={name} className="grid gap-x-4 gap-y-0.5 px-4 py-2.5 sm:grid-cols-[12rem_1fr]">
            <dt className="break-all font-mono text-xs leading-5">{name}</dt>
            <dd className="max-w-prose">{description}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  </div>
)
