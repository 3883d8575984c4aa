import type { ReactNode } from 'react'
import type { PageAt } from '#lib/pages/page-definition.ts'
import type { Ask } from '#lib/pages/question.ts'
import { absence, missing } from './missing.tsx'
import { PageNotFound } from './page-not-found.tsx'
import { pathParameters } from './path-parameters.ts'
import { pageAsk } from './server.ts'

/**
 * Declares the layout that the pages of one subject share. It reads its path by the `place` of those pages, and shares their
 * answers.
 */
export const defineFrame =
  <Place extends object>(
    place: (at: PageAt) => Promise<Place> | Place,
    body: (frame: Place & { ask: Ask; children: ReactNode }) => ReactNode | Promise<ReactNode>,
  ) =>
  async ({ params, children }: { params: Promise<Record<string, string>>; children: ReactNode }) => {
    const [parameters, ask] = await Promise.all([pathParameters(params), pageAsk()])
    const read = async () => place({ parameters, query: {}, ask })
    const at = await read().catch(absence)
    if (at === 'not served') return null
    return 'missing' in at ? missing(<PageNotFound message={at.missing} />) : body({ ...at, ask, children })
  }
