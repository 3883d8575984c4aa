'use client'

import { useQuery } from '@tanstack/react-query'
import {
  type CSSProperties,
  type KeyboardEvent,
  lazy,
  type RefObject,
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useIsWide, useVirtualRows } from '#components/kit/rows/use-virtual-rows.ts'
import { Button } from '#components/ui/button.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { fieldClasses } from '#components/ui/field.ts'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import type { EvmCallTree } from '#lib/evm/trace/contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { CallLine, type CallView, framesQuery, indentOf, LogLine } from './call-row.tsx'
import { type CallRow, callNodes, callRows } from './call-rows.ts'

type Tree = {
  rows: readonly CallRow[]
  /** The frames whose calls are hidden. */
  closed: ReadonlySet<string>
  toggle: (frame: string) => void
  show: (frame: string) => void
  /** Brings a row into view that may not be in the document. */
  scrollTo: (index: number) => void
}

/** The keys of a tree (WAI-ARIA's tree pattern), and the row that they act on. */
const useTreeKeys = ({ rows, closed, toggle, show, scrollTo }: Tree) => {
  const [active, setActive] = useState(0)

  const move = (index: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, index))
    setActive(next)
    scrollTo(next)
  }
  const press = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return
    const row = rows[active]
    const isClosed = row?.kind === 'call' && closed.has(row.frame.frame)
    const act: Record<string, () => void> = {
      ArrowDown: () => move(active + 1),
      ArrowUp: () => move(active - 1),
      Home: () => move(0),
      End: () => move(rows.length - 1),
      ArrowRight: () => (row?.kind === 'call' && isClosed ? toggle(row.frame.frame) : move(active + 1)),
      ArrowLeft: () =>
        row?.kind === 'call' && row.hasBelow && !isClosed ? toggle(row.frame.frame) : move(parentAt(rows, active)),
      Enter: () => row?.kind === 'call' && show(row.frame.frame),
    }
    const action = act[event.key]
    if (!action) return
    event.preventDefault()
    action()
  }
  return { active, press }
}

const parentAt = (rows: readonly CallRow[], index: number): number => {
  const level = rows[index]?.level ?? 0
  for (let above = index - 1; above >= 0; above--) if ((rows[above]?.level ?? 0) < level) return above
  return index
}

type CallToolbarProps = {
  search: string
  onSearch: (text: string) => void
  hasClosed: boolean
  /** Opens all calls if any is closed, otherwise closes all. */
  onToggleAll: () => void
  /** Whether calls of proxies are folded into what they delegate to; undefined without proxies. */
  isFolded: boolean | undefined
  onFold: () => void
  status: string
  hasFailed: boolean
}

/** Above a call tree: search, collapsing, proxies, and whether all calls are there. */
const CallToolbar = ({
  search,
  onSearch,
  hasClosed,
  onToggleAll,
  isFolded,
  onFold,
  status,
  hasFailed,
}: CallToolbarProps) => (
  <div className="flex flex-wrap items-center gap-2 border-line border-b px-4 py-2.5">
    <input
      type="search"
      value={search}
      onChange={({ target }) => onSearch(target.value)}
      placeholder="Address, method, argument or error"
      aria-label="Search the calls"
      className={classNames(fieldClasses, 'max-w-80 grow basis-48')}
    />
    <Button onClick={onToggleAll}>{hasClosed ? 'Expand all' : 'Collapse all'}</Button>
    {isFolded !== undefined && (
      <Button aria-pressed={!isFolded} onClick={onFold}>
        {isFolded ? 'Show delegate calls of proxies' : 'Fold proxies'}
      </Button>
    )}
    <span role="status" className="text-muted text-sm">
      {status}
    </span>
    {hasFailed && <span className="text-bad text-sm">The other calls could not be loaded. Reload to try again.</span>}
  </div>
)

const hashChange = 'hashchange'

const listen = (listener: () => void) => {
  addEventListener(hashChange, listener)
  return () => removeEventListener(hashChange, listener)
}

const frameInUrl = (): string | undefined => /^#call-(0(?:-\d{1,5}){0,1024})$/.exec(location.hash)?.[1]

/** The call whose details are open. It is in the URL, so that a link leads to it: `#call-0-1`. */
const useShownCall = (tree: RefObject<HTMLElement | null>, rowHeight: number, rows: readonly CallRow[]) => {
  const shown = useSyncExternalStore(listen, frameInUrl, () => undefined)
  const found = useRef<string>(undefined)
  const index = rows.findIndex((row) => row.key === `call-${shown}`)
  useEffect(() => {
    if (shown === undefined || index < 0 || found.current === shown) return
    found.current = shown
    const top = tree.current?.getBoundingClientRect().top
    if (top === undefined) return
    const scale = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16
    const at = top + index * rowHeight * scale
    // A row that is on screen already stays where it is.
    if (at < 0 || at > innerHeight) scrollBy({ top: at - innerHeight / 3 })
  }, [shown, index, tree, rowHeight])
  const show = useCallback((frame: string | undefined) => {
    const { pathname, search } = location
    history.replaceState(history.state, '', `${pathname}${search}${frame === undefined ? '' : `#call-${frame}`}`)
    dispatchEvent(new HashChangeEvent(hashChange))
  }, [])
  return { shown, show }
}

const FrameDialog = lazy(() => import('./frame-dialog.tsx').then((module) => ({ default: module.FrameDialog })))

const heights = { wide: 36, phone: 60 }

type Props = {
  view: CallView
  /** The first frames; the browser requests the others. */
  frames: EvmCallTree['frames']
  /** Whether there are more. */
  isCut: boolean
}

/** The calls of a transaction as a tree of any size: only rows near the screen are in the document. */
export const CallTreeView = ({ view, frames: firstFrames, isCut }: Props) => {
  const { data, error } = useQuery({ ...framesQuery(view), enabled: isCut, staleTime: Number.POSITIVE_INFINITY })
  const frames = data ?? firstFrames
  const [isFolded, setFolded] = useState(true)
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const [search, setSearch] = useState('')
  const words = useDeferredValue(search.trim().toLowerCase())
  const top = useMemo(() => callNodes(frames, isFolded), [frames, isFolded])
  const rows = useMemo(() => (top ? callRows(top, closed, words) : []), [top, closed, words])
  const hasProxies = frames.some(({ delegate }) => delegate !== null)
  const body = useRef<HTMLDivElement>(null)
  const height = useIsWide() ? heights.wide : heights.phone
  const range = useVirtualRows(body, rows.length, height)
  const { from, to } = useHydrated(true, false) ? range : { from: 0, to: rows.length }
  const { shown, show } = useShownCall(body, height, rows)

  const toggle = (frame: string) =>
    setClosed((known) => {
      const next = new Set(known)
      if (!next.delete(frame)) next.add(frame)
      return next
    })
  const scrollTo = (index: number) => scrollToRow(body.current, index, height)
  const { active, press } = useTreeKeys({ rows, closed, toggle, show, scrollTo })

  return (
    <>
      <CallToolbar
        search={search}
        onSearch={setSearch}
        hasClosed={closed.size > 0}
        onToggleAll={() =>
          setClosed(new Set(closed.size > 0 ? [] : frames.map(({ frame }) => frame).filter((one) => one !== '0')))
        }
        isFolded={hasProxies ? isFolded : undefined}
        onFold={() => setFolded(!isFolded)}
        status={words ? `${groupedNumber(rows.length)} rows` : isCut && !data && !error ? 'Loading all calls…' : ''}
        hasFailed={error !== null}
      />
      <div
        ref={body}
        role="tree"
        aria-label="Calls"
        tabIndex={0}
        onKeyDown={press}
        aria-activedescendant={active >= from && active < to ? rows[active]?.key : undefined}
        className="call-tree"
        style={{ paddingTop: inRem(from * height), paddingBottom: inRem((rows.length - to) * height) }}
      >
        {rows.slice(from, to).map((row, offset) => {
          const isOpen = row.kind === 'call' && !closed.has(row.frame.frame)
          return (
            // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus
            <div
              key={row.key}
              id={row.key}
              role="treeitem"
              aria-level={row.level + 1}
              aria-expanded={row.kind === 'call' && row.hasBelow ? isOpen : undefined}
              aria-selected={row.kind === 'call' && shown === row.frame.frame}
              data-active={from + offset === active || undefined}
              className="call-row"
              style={indentOf(row.level)}
            >
              {row.kind === 'log' ? (
                <LogLine row={row} view={view} />
              ) : (
                <CallLine
                  row={row}
                  isOpen={isOpen}
                  view={view}
                  onToggle={() => toggle(row.frame.frame)}
                  onShow={() => show(row.frame.frame)}
                />
              )}
            </div>
          )
        })}
      </div>
      {rows.length === 0 && <p className="px-4 py-6 text-center text-muted text-sm">No call or log matches.</p>}
      {shown !== undefined && (
        <Suspense>
          <FrameDialog key={shown} view={view} frame={shown} onClose={() => show(undefined)} />
        </Suspense>
      )}
    </>
  )
}

const inRem = (height: number): CSSProperties['paddingTop'] => `${height / 16}rem`

/** Brings a row into view that may not be in the document. */
const scrollToRow = (tree: HTMLElement | null, index: number, height: number): void => {
  if (!tree) return
  const scale = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16
  const at = tree.getBoundingClientRect().top + index * height * scale
  const margin = 120
  if (at < margin) window.scrollBy({ top: at - margin })
  else if (at > window.innerHeight - margin) window.scrollBy({ top: at - window.innerHeight + margin })
}
