'use client'

import { QrCode } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'

type Grid = readonly (readonly boolean[])[]

/** Dark cells as one path, a row of neighbours in one stroke. */
const pathOf = (grid: Grid): string =>
  grid.flatMap((cells, y) => cells.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')

/** An address as a picture for a phone's camera; made when it is asked for. */
export const QrButton = ({ value }: { value: string }) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const [grid, setGrid] = useState<Grid>()
  const open = async () => {
    dialog.current?.showModal()
    const { encode } = await import('uqr')
    setGrid(encode(value, { border: 2 }).data)
  }
  return (
    <>
      <button
        type="button"
        onClick={open}
        title="Show as a QR code"
        aria-label="Show as a QR code"
        className="hit inline-flex shrink-0 rounded p-1 align-middle text-muted hover:text-accent"
      >
        <QrCode size={14} />
      </button>
      <dialog
        ref={dialog}
        aria-label="QR code of the address"
        className="m-auto w-80 max-w-[92vw] rounded-xl border border-line bg-surface p-4 text-ink backdrop:bg-black/50"
      >
        {/* White behind black in every theme: cameras expect it so. */}
        <div className="aspect-square w-full rounded-lg bg-white">
          {grid && (
            <svg
              viewBox={`0 0 ${grid.length} ${grid.length}`}
              role="img"
              aria-label={value}
              shapeRendering="crispEdges"
            >
              <path d={pathOf(grid)} fill="#000" />
            </svg>
          )}
        </div>
        <p className="my-3 break-all text-center font-mono text-xs">{value}</p>
        <form method="dialog" className="flex justify-center">
          <Button type="submit">Close</Button>
        </form>
      </dialog>
    </>
  )
}
