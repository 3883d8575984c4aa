import * as z from 'zod'
import { endpoint, endpointsOf, type Service } from '#lib/api/endpoint.ts'
import { list, pageSize, text } from '#lib/api/input/parameters.ts'
import * as field from '#lib/api/record.ts'

/** A small API with one of everything: a record, a list with pages, a POST, and overlapping paths. */
const lantern = field.record({
  id: field.text(),
  glow: field.decimal(),
  size: field.count(),
  lit: field.flag(),
  note: field.text().nullable(),
})

export const paperLantern = { id: 'paper', glow: '1000000000000000000', size: 3, lit: true, note: null }

const lanternRoot = { name: 'lanterns', basePath: '' }

const words = (summary: string) => ({ summary, description: summary, tag: 'Lanterns' })

export const lanternApi = endpointsOf(lanternRoot, {
  lantern: endpoint({
    path: '/v1/lanterns/:id',
    ...words('One lantern'),
    input: z.object({ id: text({ max: 40 }) }),
    output: lantern,
    example: { input: { id: 'paper' }, output: paperLantern },
  }),
  lanterns: endpoint({
    path: '/v1/lanterns',
    paged: 'cursor',
    ...words('Many lanterns'),
    input: z.object({
      tags: list(text({ max: 20 }), { max: 3 }).optional(),
      limit: pageSize({ fallback: 100, max: 100 }),
      cursor: text({ max: 200 }).optional(),
    }),
    output: field.record({ cursor: field.text().nullable(), result: z.array(lantern) }),
    example: { input: { tags: ['red', 'blue'] }, output: { cursor: 'next', result: [paperLantern] } },
  }),
  light: endpoint({
    method: 'POST',
    path: '/v1/lanterns/:id/light',
    success: 201,
    ...words('Light a lantern'),
    input: z.object({ id: text({ max: 40 }), match: text({ max: 40 }) }),
    output: lantern,
    example: { input: { id: 'paper', match: 'long' }, output: paperLantern },
  }),
})

export type LanternApi = typeof lanternApi

export const lanternPage = { cursor: 'next', result: [paperLantern] }

/** Answers every endpoint with its example; single ones can be replaced. */
export const lanternService = (replaced: Partial<Service<LanternApi>> = {}): Service<LanternApi> => ({
  lantern: async () => paperLantern,
  lanterns: async () => lanternPage,
  light: async () => paperLantern,
  ...replaced,
})
