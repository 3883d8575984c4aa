'use client'

import { useState } from 'react'
import { ExportPanel } from './export-panel.tsx'
import type { ExportedList } from './exported-list.ts'

/**
 * The exports started in this tab. They continue across pages; those with a closed dialog are shown in the corner.
 * `asked`: the list whose dialog should open.
 */
export const ExportPanels = ({ asked, onClose }: { asked: ExportedList | undefined; onClose: () => void }) => {
  const [lists, setLists] = useState<readonly ExportedList[]>([])
  const [reopened, setReopened] = useState<string>()
  if (asked && !lists.some(({ address }) => address === asked.address)) setLists([...lists, asked])
  const open = asked?.address ?? reopened
  return (
    <div className="pointer-events-none fixed right-4 bottom-4 z-40 grid justify-items-end gap-2 print:hidden">
      {lists.map((list) => (
        <ExportPanel
          key={list.address}
          list={list}
          isOpen={list.address === open}
          onOpen={() => setReopened(list.address)}
          onClose={() => {
            setReopened(undefined)
            if (asked) onClose()
          }}
        />
      ))}
    </div>
  )
}
