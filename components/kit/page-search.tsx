'use client'

import { createContext, type ReactNode, useContext } from 'react'

const SearchContext = createContext<ReactNode>(null)

/** Gives all pages the search box of the shell, which imports the pages' kit and cannot be imported by it. */
export const PageSearchProvider = ({ box, children }: { box: ReactNode; children: ReactNode }) => (
  <SearchContext value={box}>{children}</SearchContext>
)

export const PageSearch = () => useContext(SearchContext)
