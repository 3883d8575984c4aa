import { Panel } from '#components/ui/panel.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'

const lines = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

export default function Loading() {
  return (
    <Panel data-loading>
      <div className="h-11 border-line border-b" />
      <div className="grid gap-3 p-4">
        {lines.map((line) => (
          <Skeleton key={line} className="h-5" />
        ))}
      </div>
    </Panel>
  )
}
