import { cache } from 'react'
import type { Ask } from '#lib/pages/question.ts'
import { systems } from '#lib/server/systems.ts'

/* Functions that server components use. Browser code must not import this file. */

export { systems as server } from '#lib/server/systems.ts'

/** Sends the questions of the page being rendered: its metadata, layout and body share the answers. */
export const pageAsk: () => Promise<Ask> = cache(async () => (await systems()).createAsk())
