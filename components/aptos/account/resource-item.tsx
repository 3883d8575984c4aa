import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import type { MoveNode } from '#components/aptos/parts/move/move-tree.ts'
import { MoveTypeName } from '#components/aptos/parts/move/move-type-name.tsx'
import { MoveValue } from '#components/aptos/parts/move/move-value.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { cutText } from '#lib/format/cut-texts.ts'

const typeMax = 300

/** A resource: its type, which opens to its fields. */
export const ResourceItem = ({
  type,
  node,
  network,
  isOpen,
}: {
  type: string
  node: MoveNode
  network: AptosNetwork
  isOpen: boolean
}) => (
  <li>
    <details open={isOpen}>
      <summary className="min-h-11 px-4 py-3 hover:text-accent">
        <span className="wrap-anywhere font-mono text-xs">{cutText(type, typeMax)}</span>
      </summary>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2 px-4 pb-4">
        <p className="text-muted text-xs">
          Type <MoveTypeName type={type} network={network} />
          {type.length > typeMax && <CopyButton value={type} label="Copy type" />}
        </p>
        <MoveValue node={node} network={network} />
      </div>
    </details>
  </li>
)
