import { aptosPages } from '#components/aptos/pages.ts'
import { evmPages } from '#components/evm/pages.ts'
import { entry as home } from '#components/server/home-page.tsx'
import { entry as search } from '#components/server/search-page.tsx'
import { entry as status } from '#components/server/status-page.tsx'

const entries = [home, search, status, ...evmPages, ...aptosPages]

/** All pages that show data, by the pattern of their path. */
export const pages = new Map(entries.map((entry) => [entry.path.pattern, entry]))
