import type { ReactNode } from 'react'
import { families } from './families.ts'

/** The providers of all families, around every page. */
export const FamilyProviders = ({ children }: { children: ReactNode }): ReactNode => {
  let inside = children
  for (const { Provider } of families) if (Provider) inside = <Provider>{inside}</Provider>
  return inside
}
