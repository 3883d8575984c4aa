import { Hash } from '#components/chain/hash.tsx'
import { HashComparison } from '#components/evm/parts/hash-comparison.tsx'
import { OutcomeBadge } from '#components/evm/parts/outcome-badge.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { RawText } from '#components/ui/raw-text.tsx'
import { byteCount } from '#lib/base/hex.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import type { ProofStep } from './verify-proof.ts'

type StepWords = { title: string; sentence: string; wanted: string; found: string; bytes: string }

const words: Record<ProofStep['name'], StepWords> = {
  transaction_hash: {
    title: 'The transaction hash is correct',
    sentence: 'Keccak-256 of its bytes, signature included, is the transaction hash.',
    wanted: 'Its hash',
    found: 'Computed',
    bytes: 'transaction',
  },
  block_hash: {
    title: 'The header hashes to the block hash',
    sentence: 'Keccak-256 of its fields is the block hash.',
    wanted: 'Its hash',
    found: 'Computed',
    bytes: 'header',
  },
  transaction_path: {
    title: "The header's transactions root contains the transaction",
    sentence: "Each node's hash is in the node before it; the last one ends with the bytes of the transaction.",
    wanted: 'The root',
    found: 'First node',
    bytes: 'transaction',
  },
  receipt_path: {
    title: "The header's receipts root contains the receipt",
    sentence: "Each node's hash is in the node before it; the last one ends with status, gas and logs.",
    wanted: 'The root',
    found: 'First node',
    bytes: 'receipt',
  },
}

const byteWords = (hex: string, ofWhat: string): string => `${groupedNumber(byteCount(hex))} bytes of the ${ofWhat}`
const nodeWords = (count: number): string[] => (count === 0 ? [] : [count === 1 ? '1 node' : `${count} nodes`])

/** One step of a proof: the computed value, the result, and the bytes to repeat it elsewhere. */
export const ProofStepRow = ({
  step,
  number,
  bytes,
  nodes,
}: {
  step: ProofStep
  number: number
  bytes: string | null
  nodes: readonly string[]
}) => {
  const { title, sentence, wanted, found, bytes: ofWhat } = words[step.name]
  const hasBroken = step.outcome === 'failed'
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2 border-line border-b px-4 py-3 text-sm last:border-b-0">
      <p className="flex items-start justify-between gap-4">
        <span className="font-medium">
          <span className="text-muted">{number}.</span> {title}
        </span>
        <OutcomeBadge outcome={step.outcome} />
      </p>
      <p className={classNames('wrap-anywhere', hasBroken ? 'text-bad' : 'text-muted')}>{step.reason ?? sentence}</p>
      <HashComparison
        rows={[
          { label: wanted, value: step.wanted },
          { label: found, value: step.found, isOdd: step.found !== step.wanted },
        ]}
      />
      {(bytes !== null || nodes.length > 0) && (
        <details>
          <summary className="w-fit text-muted text-xs hover:text-accent">
            {[...nodeWords(nodes.length), ...(bytes === null ? [] : [byteWords(bytes, ofWhat)])].join(', ')}
          </summary>
          <div className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-3">
            {nodes.map((node, index) => (
              <TrieNode key={node} node={node} number={index + 1} stop={step.stops[index]} />
            ))}
            {bytes !== null && (
              <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
                {nodes.length > 0 && <p className="text-muted text-xs">Ends with the {ofWhat}</p>}
                <RawText value={bytes} label={`Copy bytes of the ${ofWhat}`} wrap />
              </div>
            )}
          </div>
        </details>
      )}
    </li>
  )
}

const TrieNode = ({
  node,
  number,
  stop,
}: {
  node: string
  number: number
  stop: ProofStep['stops'][number] | undefined
}) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
    <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-xs">
      <span className="text-muted">Node {number}</span>
      {stop ? <Badge>{stop.kind}</Badge> : <Badge tone="warn">not reached</Badge>}
      {stop && stop.digits !== '' && (
        <span className="text-muted">
          key <code className="font-mono">{stop.digits}</code>
        </span>
      )}
      {stop?.hash && (
        <span className="flex min-w-0 items-center gap-1">
          <span className="min-w-0">
            <Hash value={stop.hash} />
          </span>
          <CopyButton value={stop.hash} label={`Copy hash of node ${number}`} />
        </span>
      )}
    </p>
    <RawText value={node} label={`Copy node ${number}`} wrap />
  </div>
)
