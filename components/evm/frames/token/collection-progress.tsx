'use client'

import { type ComponentProps, lazy } from 'react'
import { LazyBoundary } from '#components/ui/loading/lazy-boundary.tsx'
import { CollectionComplete } from './collection-complete.tsx'
import type { CollectionGrowth as Growth } from './collection-growth.tsx'

/** Loaded for contracts that are not indexed in full. */
const CollectionGrowth = lazy(() =>
  import('./collection-growth.tsx').then(({ CollectionGrowth }) => ({ default: CollectionGrowth })),
)

/** The indexing progress of a contract. */
export const CollectionProgress = (props: ComponentProps<typeof Growth>) =>
  props.initial.status === 'SYNCED' ? (
    <CollectionComplete collection={props.initial} />
  ) : (
    <LazyBoundary>
      <CollectionGrowth {...props} />
    </LazyBoundary>
  )
