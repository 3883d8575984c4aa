'use client'
import { lazy, useEffect, useState } from 'react'
import type { FamilyChain } from '#components/family.ts'
import { copyText } from '#components/ui/copy-text.ts'
import { LazyBoundary } from '#components/ui/loading/lazy-boundary.tsx'
import { NotLoaded } from '#components/ui/loading/not-loaded.tsx'
import type { OpenedDialog } from './opened-dialog.ts'

/** Rows of lists, cards of galleries and entries that are one link; not table headers or tabs. */
const rowSelector =
  'main [role="row"]:not([aria-rowindex="1"]), main article, main li:not(nav li):has(> a), main ol > li:has(a)'
/** The height of the sticky header. */
const headerHeight = 64

const isSeen = (row: Element): boolean => {
  const { top, height } = row.getBoundingClientRect()
  return height > 0 && top >= headerHeight
}

/** Focuses the next or previous row; without a focused row, the first visible one. */
const focusRow = (step: 1 | -1): void => {
  const rows = [...document.querySelectorAll<HTMLElement>(rowSelector)]
  const current = document.activeElement?.closest<HTMLElement>(rowSelector)
  const next = current ? rows[rows.indexOf(current) + step] : rows.find(isSeen)
  // A line of folded rows has no link: it is expanded.
  const target =
    next?.querySelector<HTMLElement>('a[href]') ?? next?.querySelector<HTMLElement>('button[aria-expanded]')
  if (!next || !target) return
  target.focus({ preventScroll: true })
  next.scrollIntoView({ block: 'nearest' })
}

const messageMs = 2_000

/** Copies the subject of the page: presses its first visible copy button, which reports the outcome. */
const copySubject = (): void =>
  [...document.querySelectorAll<HTMLElement>('main button.copy')].find((button) => button.checkVisibility())?.click()

const copyLink = async (): Promise<string> =>
  (await copyText(location.href)) ? 'Link copied' : 'The browser blocked copying the link'

/** Keys with immediate actions and their messages: removes handled keys from `keys`. */
const KeyActions = ({ pressed, keys }: { pressed: OpenedDialog; keys: string[] }) => {
  const [message, setMessage] = useState<string>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: every press is another object
  useEffect(() => {
    for (const key of keys.splice(0)) {
      if (key === 'j') focusRow(1)
      if (key === 'k') focusRow(-1)
      if (key === 'c') copySubject()
      if (key === 'y') void copyLink().then(setMessage)
    }
  }, [pressed, keys])
  useEffect(() => {
    if (message === undefined) return
    const timer = setTimeout(() => setMessage(undefined), messageMs)
    return () => clearTimeout(timer)
  }, [message])
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 bottom-6 z-40 flex justify-center">
      {message && <span className="rounded-lg bg-ink px-4 py-2 text-canvas text-sm shadow-lg">{message}</span>}
    </div>
  )
}

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
const ColumnsDialog = lazy(() =>
  import('#components/kit/columns-dialog.tsx').then(({ ColumnsDialog }) => ({ default: ColumnsDialog })),
)
const SettingsDialog = lazy(() => import('./settings-dialog.tsx').then((it) => ({ default: it.SettingsDialog })))
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
        {name === 'columns' && by && <ColumnsDialog by={by} onClose={onClose} />}
        {name === 'source' && by && <SourceDialog by={by} onClose={onClose} />}
        {name === 'settings' && <SettingsDialog onClose={onClose} />}
        {name === 'qr' && <QrDialog value={value} onClose={onClose} />}
      </LazyBoundary>
      <LazyBoundary missing={<NotLoaded />}>
        {hasExported && <ExportPanels asked={name === 'export' ? JSON.parse(value) : undefined} onClose={onClose} />}
      </LazyBoundary>
    </>
  )
}

export default Dialogs
