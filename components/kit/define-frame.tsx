import { notFound } from 'next/navigation'
import type { ReactNode } from 'react'
import { isServiceError } from '#lib/api/errors.ts'
import type { PageAt } from '#lib/pages/page-definition.ts'
import type { Ask } from '#lib/pages/question.ts'
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
    const at = await read().catch((error: unknown) => {
      if (isServiceError(error, 'not_found')) notFound()
      throw error
    })
    return body({ ...at, ask, children })
  }
