import { CopyButton } from '#components/ui/copy-button.tsx'
import { Panel } from '#components/ui/panel.tsx'

const ways = [
  { title: 'Your own Ethereum node', command: 'NODE_URL_ETH=https://your-node npm start' },
  { title: 'A local devnet', command: 'NODE_URL_LOCAL=http://127.0.0.1:8545 npm start' },
  { title: 'An Aptos full node', command: 'APTOS_NODE_URL=https://your-node/v1 npm start' },
  {
    title: 'A hosted service',
    command: 'EVM_BASE_URL=https://… UPSTREAM_API_KEY=… npm start',
  },
] as const

/** Shown without configuration: the data is invented, with one-line commands for real data. */
export const DemoNotice = () => (
  <Panel title="This is the demo ledger" className="border-warn/40">
    <p className="px-4 pt-3 text-muted text-sm max-sm:pb-3">
      Nothing is configured, so all data is invented.{' '}
      <span className="max-sm:hidden">Show real data with one of these:</span>
      <span className="sm:hidden">Start it with a node to see real data.</span>
    </p>
    <dl className="grid gap-x-6 gap-y-2 px-4 pt-3 pb-4 text-sm max-sm:hidden md:grid-cols-2">
      {ways.map(({ title, command }) => (
        <div key={title} className="min-w-0">
          <dt className="text-muted text-xs">{title}</dt>
          <dd className="mt-0.5 flex items-center gap-1 rounded-lg bg-sunken py-1 pr-2 pl-3">
            <code className="wrap-anywhere min-w-0 grow font-mono text-xs leading-6">{command}</code>
            <CopyButton value={command} label="Copy command" />
          </dd>
        </div>
      ))}
    </dl>
  </Panel>
)
