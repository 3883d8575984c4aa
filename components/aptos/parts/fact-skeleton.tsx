import { Fact } from '#components/ui/facts.tsx'
import { Skeleton } from '#components/ui/states/skeleton.tsx'

/** Placeholder for a fact; without `width` for a hash or an address. */
export const FactSkeleton = ({ label, width }: { label: string; width?: string }) => (
  <Fact label={label} wide={width === undefined}>
    <Skeleton className={`my-1 ${width ?? 'w-full max-w-2xl'}`} />
  </Fact>
)
