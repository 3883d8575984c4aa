import { pagePath } from '#lib/api/page-path.ts'

export const lampRoot = { name: 'lamp', basePath: '/api/lamp' }

export const lampPaths = { lamps: pagePath('/lamps'), lamp: pagePath('/lamps/lamp/:height') }
