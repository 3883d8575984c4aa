import { Fact } from '#components/ui/facts.tsx'
import { Skeleton } from '#components/ui/states/skeleton.tsx'

/** Placeholder for a fact; without `width` for a hash or an address. */
export const FactSkeleton = ({ label, width, long }: { label: string; width?: string; long?: boolean }) => (
  <Fact label={label} wide={width === undefined} long={long}>
    <Skeleton className={`my-1 ${width ?? 'w-full max-w-2xl'}`} />
  </Fact>
)
