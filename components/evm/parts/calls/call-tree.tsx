'use client'

import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, lazy, Suspense, useDeferredValue, useMemo, useRef, useState } from 'react'
import { useIsHydrated, useIsWide } from '#components/kit/rows/use-is-wide.ts'
import { useVirtualRows } from '#components/kit/rows/use-virtual-rows.ts'
import type { EvmCallTree } from '#lib/evm/trace/contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { framesQuery } from './call-queries.ts'
import { CallLine, type CallView, indentOf, LogLine } from './call-row.tsx'
import { callNodes, callRows } from './call-rows.ts'
import { CallToolbar } from './call-toolbar.tsx'
import { useShownCall } from './use-shown-call.ts'
import { useTreeKeys } from './use-tree-keys.ts'

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
  const [search, setSearch] = useState('')
  const words = useDeferredValue(search.trim().toLowerCase())
  const top = useMemo(() => callNodes(frames, isFolded), [frames, isFolded])
  const rows = useMemo(() => (top ? callRows(top, closed, words) : []), [top, closed, words])
  const hasProxies = frames.some(({ delegate }) => delegate !== null)
  const body = useRef<HTMLDivElement>(null)
  const height = useIsWide() ? heights.wide : heights.phone
  const range = useVirtualRows(body, rows.length, height)
  const { from, to } = useIsHydrated() ? range : { from: 0, to: rows.length }
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
