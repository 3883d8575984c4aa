'use client'

import { type ReactNode, Suspense, useEffect, useState } from 'react'

/** Around lazy parts of which a server has nothing to render: none of their code runs there. `place` stands there until they come. */
export const InBrowser = ({ place, children }: { place?: ReactNode; children: ReactNode }) => {
  const [isInBrowser, setIsInBrowser] = useState(false)
  useEffect(() => setIsInBrowser(true), [])
  return <Suspense fallback={place}>{isInBrowser ? children : place}</Suspense>
}
