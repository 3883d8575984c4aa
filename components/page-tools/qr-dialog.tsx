import { encode } from 'uqr'
import { Button } from '#components/ui/button.tsx'
import { Modal } from '#components/ui/modal.tsx'

type Grid = readonly (readonly boolean[])[]

/** The dark cells as one path, with adjacent cells of a row in one stroke. */
const pathOf = (grid: Grid): string =>
  grid.flatMap((cells, y) => cells.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')

export const QrDialog = ({ value, onClose }: { value: string; onClose: () => void }) => {
  const { data: grid } = encode(value, { border: 2 })
  return (
    <Modal onClose={onClose} aria-label="QR code of the address" className="w-80 max-w-[92vw]">
      <div className="p-4">
        {/* Black on white in every theme, as cameras expect. */}
        <svg
          viewBox={`0 0 ${grid.length} ${grid.length}`}
          role="img"
          aria-label={value}
          shapeRendering="crispEdges"
          className="aspect-square w-full rounded-lg bg-white"
        >
          <path d={pathOf(grid)} fill="#000" />
        </svg>
        <p className="my-3 break-all text-center font-mono text-xs">{value}</p>
        <form method="dialog" className="flex justify-center">
          <Button type="submit">Close</Button>
        </form>
      </div>
    </Modal>
  )
}
