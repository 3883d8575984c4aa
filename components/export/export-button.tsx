'use client'

import { Download } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { ExportedList } from './exported-list.ts'

/** Few visitors export: what does it comes with the first press. */
const ExportPanel = lazy(() => import('./export-panel.tsx').then(({ ExportPanel }) => ({ default: ExportPanel })))

/** Everything that a list would show, as a file. While one is written its count stands beside the button. */
export const ExportButton = ({ list }: { list: ExportedList }) => {
  const [isOpen, setIsOpen] = useState<boolean>()
  return (
    <span className="inline-flex items-center gap-3">
      {isOpen !== undefined && (
        <Suspense>
          <ExportPanel key={list.address} list={list} isOpen={isOpen} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        className="inline-flex h-7 min-w-7 items-center justify-center gap-1.5 text-muted text-sm hover:text-accent"
      >
        <Download size={15} aria-hidden />
        <span className="max-sm:sr-only">Export</span>
      </button>
    </span>
  )
}
