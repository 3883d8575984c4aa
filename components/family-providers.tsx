import type { ReactNode } from 'react'
import { familiesOfPages } from './families.ts'

/** The providers of all families, around every page. */
export const FamilyProviders = ({ children }: { children: ReactNode }): ReactNode => {
  let inside = children
  for (const { Provider } of familiesOfPages) if (Provider) inside = <Provider>{inside}</Provider>
  return inside
}
