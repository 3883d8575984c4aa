'use client'

import type { QueryKey } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { List } from '#components/kit/define-list.ts'
import type { EvictedRow } from '#components/kit/rows/evicted-row.ts'
import { useIsLiveOn } from '#components/live/live-choice.ts'
import { NewerRows } from '#components/live/newer-rows.tsx'
import { useIsReading } from '#components/live/use-is-reading.ts'
import { type NewerRowsOf, useLiveRows } from './use-live-rows.ts'

const liveEveryMs = 750

/** Precedes a list, newest first: adds new rows, and shows how many wait while the user reads. */
const LiveRows = <Item, Row extends object, View>({
  list,
  newer,
  queryKey,
  rows,
  hasOlder,
  onArrived,
}: {
  list: List<Item, Row, View>
  newer: NewerRowsOf<Item>
  /** The query of the list's pages. */
  queryKey: QueryKey
  rows: readonly (Row | EvictedRow)[]
  /** The list has further pages. */
  hasOlder: boolean
  /** Keys of the newest rows. */
  onArrived: (keys: ReadonlySet<string>) => void
}) => {
  const top = useRef<HTMLDivElement>(null)
  const isHeld = useIsReading(top)
  const [arrived, setArrived] = useState(0)
  const { waiting, isMore, show } = useLiveRows({
    list,
    newer,
    queryKey,
    rows,
    hasOlder,
    everyMs: useIsLiveOn() ? liveEveryMs : undefined,
    isHeld,
    onArrived: (keys) => {
      setArrived(keys.size)
      onArrived(keys)
    },
  })
  const showNew = () => {
    show()
    top.current?.parentElement?.scrollIntoView({ block: 'start' })
  }
  return (
    <>
      <NewerRows list={top} waiting={waiting} isMore={isMore} arrived={arrived} onShow={showNew} />
      <div ref={top} />
    </>
  )
}

export default LiveRows
