'use client'

import { Button } from '#components/ui/button.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import type { NewAccountKey } from '#lib/account/contract/account.ts'

/** A key that was just created: only its hash is stored, so it cannot be shown again. */
export const NewKey = ({ made, onDone }: { made: NewAccountKey; onDone: () => void }) => (
  <div role="status" className="rounded-lg border border-good/40 bg-good/5 px-4 py-3 text-sm">
    <p className="font-medium">Key “{made.name}” created. Copy it now: it will not be shown again.</p>
    <p className="mt-2 flex items-center gap-1 rounded-lg border border-line bg-surface py-1.5 pr-2 pl-3">
      <code data-new-key className="min-w-0 grow select-all break-all font-mono text-xs leading-5">
        {made.key}
      </code>
      <CopyButton value={made.key} label="Copy key" />
    </p>
    <Button onClick={onDone} className="mt-3">
      I have copied it
    </Button>
  </div>
)
