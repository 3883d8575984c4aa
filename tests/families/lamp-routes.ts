import { pagePath } from '#lib/api/page-path.ts'

export const lampRoutes = {
  lampHead: { method: 'GET', path: '/head' },
  lampList: { method: 'GET', path: '/lamps', paged: 'cursor' },
} as const

export const lampPaths = { lamps: pagePath('/lamps'), lamp: pagePath('/lamps/lamp/:height') }
