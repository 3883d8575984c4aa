'use client'

import { lazy, Suspense } from 'react'
import type { ChainChoice } from './chain-choice.ts'

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
const QrDialog = lazy(() => import('#components/evm/qr-dialog.tsx').then(({ QrDialog }) => ({ default: QrDialog })))

/** A dialog by its name, and the element that was pressed for it: what it is about stands in the element's data. */
export type OpenedDialog = { name: string; by?: HTMLElement }

/**
 * The dialogs that any page can open: an element says which by `data-opens`, rendered by the server and without code of
 * its own. Each is loaded when it is asked for.
 */
const Dialogs = ({
  opened: { name, by },
  chains,
  onClose,
}: {
  opened: OpenedDialog
  chains: readonly ChainChoice[]
  onClose: () => void
}) => (
  <Suspense>
    {name === 'keys' && <KeyHelp onClose={onClose} />}
    {name === 'commands' && <CommandPalette chains={chains} onClose={onClose} />}
    {name === 'label' && <LabelDialog about={by?.dataset ?? {}} onClose={onClose} />}
    {name === 'brought' && <BroughtDialog onClose={onClose} />}
    {name === 'qr' && <QrDialog value={by?.dataset.value ?? ''} onClose={onClose} />}
  </Suspense>
)

export default Dialogs
