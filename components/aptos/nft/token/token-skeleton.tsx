import { Panel } from '#components/ui/panel.tsx'
import { Skeleton } from '#components/ui/states/skeleton.tsx'

const steps = ['a', 'b', 'c', 'd']

/** Placeholder for a token's provenance and owners. */
export const TokenSkeleton = () => (
  <>
    <Panel title="Provenance" aside="oldest first" aria-busy="true" data-loading>
      <div className="px-4 pt-4">
        {steps.map((step) => (
          <div key={step} className="border-line border-l pb-5 pl-5">
            <Skeleton className="h-5 w-40" />
            <Skeleton className="mt-1 h-6 w-full max-w-xl" />
          </div>
        ))}
      </div>
    </Panel>
    <Panel title="Owners" aria-busy="true" data-loading>
      {steps.map((step) => (
        <div key={step} className="flex h-19 items-center gap-3 border-line border-b px-4 lg:h-11">
          <Skeleton className="grow" />
          <Skeleton className="w-24" />
        </div>
      ))}
    </Panel>
  </>
)
