'use client'

import { Modal } from '#components/ui/modal.tsx'

const keys: readonly (readonly [keys: readonly string[], what: string])[] = [
  [['/'], 'Search'],
  [['Ctrl K', '.'], 'Commands: go to a page, look something up'],
  [['j', 'k'], 'Next and previous row'],
  [['Enter'], 'Open the row'],
  [['[', ']'], 'Previous and next block, transaction or token'],
  [['c'], 'Copy the address, hash or number of this page'],
  [['y'], 'Copy the link to this page, filters included'],
  [['Esc'], 'Close the open dialog'],
  [['?'], 'This list'],
]

/** The keys that work on every page. */
export const KeyHelp = ({ onClose }: { onClose: () => void }) => (
  <Modal onClose={onClose} title="Keys">
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
