'use client'

import { lazy, useState } from 'react'
import type { FamilyChain } from '#components/family.ts'
import { LazyBoundary } from '#components/ui/loading/lazy-boundary.tsx'
import { NotLoaded } from '#components/ui/loading/not-loaded.tsx'
import { KeyActions } from './key-actions.tsx'
import type { OpenedDialog } from './opened-dialog.ts'

const KeyHelp = lazy(() => import('./key-help.tsx').then(({ KeyHelp }) => ({ default: KeyHelp })))
const CommandPalette = lazy(() =>
  import('./command-palette.tsx').then(({ CommandPalette }) => ({ default: CommandPalette })),
)
const LabelDialog = lazy(() =>
  import('#components/labels/label-dialog.tsx').then(({ LabelDialog }) => ({ default: LabelDialog })),
)
const BroughtDialog = lazy(() =>
  import('#components/labels/brought-dialog.tsx').then(({ BroughtDialog }) => ({ default: BroughtDialog })),
)
const QrDialog = lazy(() =>
  import('#components/page-tools/qr-dialog.tsx').then(({ QrDialog }) => ({ default: QrDialog })),
)
const SourceDialog = lazy(() =>
  import('#components/source/source-dialog.tsx').then(({ SourceDialog }) => ({ default: SourceDialog })),
)

const PageToolsDialog = lazy(() =>
  import('#components/page-tools/page-tools-dialog.tsx').then(({ PageToolsDialog }) => ({ default: PageToolsDialog })),
)
const ExportPanels = lazy(() =>
  import('#components/export/export-panels.tsx').then(({ ExportPanels }) => ({ default: ExportPanels })),
)

/**
 * The dialogs that any page can open: server-rendered elements name one by `data-opens`, without code of their own.
 * Each is loaded when first opened.
 */
const Dialogs = ({
  opened,
  keys,
  chains,
  onClose,
}: {
  opened: OpenedDialog
  /** Pressed keys that have not been handled yet, in order. */
  keys: string[]
  chains: readonly FamilyChain[]
  onClose: () => void
}) => {
  const { name, by } = opened
  const value = by?.dataset.value ?? ''
  /** Exports outlive their dialogs. */
  const [hasExported, setHasExported] = useState(false)
  if (name === 'export' && !hasExported) setHasExported(true)
  return (
    <>
      <KeyActions pressed={opened} keys={keys} />
      <LazyBoundary key={name} missing={<NotLoaded />}>
        {name === 'keys' && <KeyHelp onClose={onClose} />}
        {name === 'commands' && <CommandPalette chains={chains} onClose={onClose} />}
        {name === 'label' && <LabelDialog about={by?.dataset ?? {}} onClose={onClose} />}
        {name === 'brought' && <BroughtDialog onClose={onClose} />}
        {name === 'page' && <PageToolsDialog onClose={onClose} />}
        {name === 'source' && by && <SourceDialog by={by} onClose={onClose} />}
        {name === 'qr' && <QrDialog value={value} onClose={onClose} />}
      </LazyBoundary>
      <LazyBoundary missing={<NotLoaded />}>
        {hasExported && <ExportPanels asked={name === 'export' ? JSON.parse(value) : undefined} onClose={onClose} />}
      </LazyBoundary>
    </>
  )
}

export default Dialogs
