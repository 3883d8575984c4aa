import { AptosIndexMark } from '#components/aptos/parts/coverage/index-mark.tsx'
import type { AptosStatus } from '#lib/aptos/contract/explorer.ts'

/** The coverage of a network's NFT index in one line, and why it has stopped, if it has. */
export const IndexStateRow = ({ status }: { status: AptosStatus }) => (
  <li className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 border-line border-b px-4 py-2 text-sm last:border-b-0">
    <span className="font-medium">Index of NFTs</span>
    <AptosIndexMark status={status} />
    {status.index?.refused_nodes
      ?.filter((sentence) => !status.index?.error?.includes(sentence))
      .map((sentence) => (
        <span key={sentence} className="wrap-anywhere text-bad">
          {sentence}
        </span>
      ))}
    {status.index?.error && <span className="wrap-anywhere text-bad">{status.index.error}</span>}
  </li>
)
