import { cache } from 'react'
import type { Ask } from '#lib/pages/question.ts'
import { systems } from '#lib/systems.ts'

/*
 * What server components read of this server. Nothing that runs in a browser may import this file.
 */

export { systems as server } from '#lib/systems.ts'

/** Asks questions for the page that is being rendered: its metadata, its layout and its body share the answers. */
export const pageAsk: () => Promise<Ask> = cache(async () => (await systems()).createAsk())
