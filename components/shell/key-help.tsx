'use client'

import { X } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { Modal } from '#components/ui/modal.tsx'

const keys: readonly (readonly [keys: readonly string[], what: string])[] = [
  [['/'], 'Search'],
  [['Ctrl K', '.'], 'Commands: go to a page, look something up'],
  [['j', 'k'], 'Next and previous row'],
  [['Enter'], 'Open the row'],
  [['[', ']'], 'Previous and next block, transaction or token'],
  [['c'], 'Copy what the page is about: its address, hash or number'],
  [['y'], 'Copy the link to this page, filters included'],
  [['Esc'], 'Close what is open'],
  [['?'], 'This list'],
]

/** The keys that work on every page. */
export const KeyHelp = ({ onClose }: { onClose: () => void }) => (
  <Modal onClose={onClose} aria-labelledby="key-help-title">
    <header className="flex items-center justify-between border-line border-b px-4 py-2">
      <h2 id="key-help-title" className="font-semibold text-sm">
        Keys
      </h2>
      <form method="dialog">
        <Button type="submit" look="quiet" aria-label="Close" className="px-2">
          <X size={16} aria-hidden />
        </Button>
      </form>
    </header>
    <dl className="max-h-[70dvh] overflow-y-auto p-2">
      {keys.map(([names, what]) => (
        <div key={what} className="flex items-baseline gap-4 px-2 py-1.5 text-sm">
          <dt className="flex w-24 shrink-0 gap-1.5">
            {names.map((name) => (
              <kbd key={name} className="rounded border border-line bg-sunken px-1.5 font-mono text-xs leading-5">
                {name}
              </kbd>
            ))}
          </dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  </Modal>
)
