'use client'

import { useQuery } from '@tanstack/react-query'
import {
  type CSSProperties,
  type KeyboardEvent,
  lazy,
  Suspense,
  useDeferredValue,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useIsHydrated, useIsWide } from '#components/kit/rows/use-is-wide.ts'
import { useVirtualRows } from '#components/kit/rows/use-virtual-rows.ts'
import { Button } from '#components/ui/button.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { fieldClasses } from '#components/ui/field.ts'
import type { EvmCallTree } from '#lib/evm/contract/explorer/api.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { framesQuery } from './call-queries.ts'
import { CallLine, type CallView, indentOf, LogLine } from './call-row.tsx'
import { type CallRow, callNodes, callRows } from './call-rows.ts'
import { useShownCall } from './use-shown-call.ts'

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
export const CallTree = ({ view, frames: firstFrames, isCut }: Props) => {
  const { data, error } = useQuery({ ...framesQuery(view), enabled: isCut, staleTime: Number.POSITIVE_INFINITY })
  const frames = data ?? firstFrames
  const [isFolded, setFolded] = useState(true)
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const [asked, setAsked] = useState('')
  const words = useDeferredValue(asked.trim().toLowerCase())
  const top = useMemo(() => callNodes(frames, isFolded), [frames, isFolded])
  const rows = useMemo(() => (top ? callRows(top, closed, words) : []), [top, closed, words])
  const hasProxies = frames.some(({ delegate }) => delegate !== null)
  const body = useRef<HTMLDivElement>(null)
  const height = useIsWide() ? heights.wide : heights.phone
  const range = useVirtualRows(body, rows.length, height)
  const { from, to } = useIsHydrated() ? range : { from: 0, to: rows.length }
  const [active, setActive] = useState(0)
  const { shown, show } = useShownCall(body, height, rows)

  const toggle = (frame: string) =>
    setClosed((known) => {
      const next = new Set(known)
      if (!next.delete(frame)) next.add(frame)
      return next
    })
  const move = (index: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, index))
    setActive(next)
    scrollToRow(body.current, next, height)
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

  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-line border-b px-4 py-2.5">
        <input
          type="search"
          value={asked}
          onChange={({ target }) => setAsked(target.value)}
          placeholder="Address, method, argument or error"
          aria-label="Search the calls"
          className={classNames(fieldClasses, 'max-w-80 grow basis-48')}
        />
        <Button
          onClick={() =>
            setClosed(new Set(closed.size > 0 ? [] : frames.map(({ frame }) => frame).filter((one) => one !== '0')))
          }
        >
          {closed.size > 0 ? 'Expand all' : 'Collapse all'}
        </Button>
        {hasProxies && (
          <Button aria-pressed={!isFolded} onClick={() => setFolded(!isFolded)}>
            {isFolded ? 'Show delegate calls of proxies' : 'Fold proxies'}
          </Button>
        )}
        <span role="status" className="text-muted text-sm">
          {words ? `${groupedNumber(rows.length)} rows` : isCut && !data && !error ? 'Loading all calls…' : ''}
        </span>
        {error && <span className="text-bad text-sm">The other calls could not be loaded. Reload to try again.</span>}
      </div>
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

const parentAt = (rows: readonly CallRow[], index: number): number => {
  const level = rows[index]?.level ?? 0
  for (let above = index - 1; above >= 0; above--) if ((rows[above]?.level ?? 0) < level) return above
  return index
}

/** Brings a row into view that may not be in the document. */
const scrollToRow = (tree: HTMLElement | null, index: number, height: number): void => {
  if (!tree) return
  const scale = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16
  const at = tree.getBoundingClientRect().top + index * height * scale
  const margin = 120
  if (at < margin) window.scrollBy({ top: at - margin })
  else if (at > window.innerHeight - margin) window.scrollBy({ top: at - window.innerHeight + margin })
}
