import type { ReactNode } from 'react'
import { families } from './families.ts'

/** What the client components of each family need around every page. */
export const FamilyProviders = ({ children }: { children: ReactNode }): ReactNode => {
  let inside = children
  for (const { Provider } of families) if (Provider) inside = <Provider>{inside}</Provider>
  return inside
}
